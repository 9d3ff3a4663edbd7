/**
 * The content key: what a stored load goes under.
 *
 * It is made of the module that reads (another build may read differently) and, of each input in its order, path,
 * size, time of change and a hash of some of its bytes: the ends, and stretches spread evenly in between, of the
 * largest inputs. A change that leaves size and time alone and misses these stretches is not noticed:
 * that is what reading again by hand is for.
 */

export interface KeyInput {
  readonly path: string;
  readonly file: File;
}

/** Bytes hashed at each end of a file, and at each place in between. */
const END = 64 << 10;
const STRETCH = 16 << 10;
const STRETCHES = 16;

/** Of more inputs than this only the largest are looked into: each read costs, and a folder may hold thousands. */
const MOST_READ = 32;

/** The inputs worth a look inside, the largest first. */
export function largest<Input extends KeyInput>(inputs: readonly Input[]): Input[] {
  return [...inputs].sort((a, b) => b.file.size - a.file.size).slice(0, MOST_READ);
}

/** Which bytes of a file of `size` bytes are hashed: from, to. */
export function stretchesOf(size: number): [number, number][] {
  const middle = size - 2 * END;
  if (middle <= STRETCHES * STRETCH) return [[0, size]];
  const gap = (middle - STRETCHES * STRETCH) / (STRETCHES + 1);
  const inside = Array.from({ length: STRETCHES }, (_, at): [number, number] => {
    const start = Math.floor(END + gap + at * (gap + STRETCH));
    return [start, start + STRETCH];
  });
  return [[0, END], ...inside, [size - END, size]];
}

/** The key of `inputs` for the module `build`. */
export async function keyOf(inputs: readonly KeyInput[], build: string): Promise<string> {
  const hashes = new Map(await Promise.all(largest(inputs).map(async (input) => [input, await hashOf(input.file)] as const)));
  const facts = inputs.map((input) => [input.path, input.file.size, input.file.lastModified, hashes.get(input) ?? null]);
  return digest(new TextEncoder().encode(JSON.stringify([build, facts])));
}

/** Hexadecimal SHA-256. */
export async function digest(bytes: BufferSource): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function hashOf(file: File): Promise<string> {
  const stretches = stretchesOf(file.size).map(([start, end]) => file.slice(start, end));
  return digest(await new Blob(stretches).arrayBuffer());
}
