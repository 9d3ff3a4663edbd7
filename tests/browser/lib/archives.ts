/** Archives made without the product's own code, so that a shared mistake cannot hide. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";

export interface Entry {
  /** Path inside the archive, with `/`. */
  path: string;
  bytes: Buffer;
}

/** Every file below `folder`, sorted, named `prefix/…`. */
export function readFolder(folder: string, prefix: string): Entry[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const full = join(folder, name);
      const path = `${prefix}/${name}`;
      return statSync(full).isDirectory() ? readFolder(full, path) : [{ path, bytes: readFileSync(full) }];
    });
}

/** Deflated zip with UTF-8 names. */
export function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // version needed
    common.writeUInt16LE(0x0800, 2); // names are UTF-8
    common.writeUInt16LE(8, 4); // deflate
    common.writeUInt16LE(0x21, 8); // 1980-01-01
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** The same zip as Chinese Windows writes it: `____` in names is 测试 in GBK, and nothing says how names are encoded. */
export function asOfWindows(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf("PK\x03\x04"); at >= 0; at = bytes.indexOf("PK\x03\x04", at + 1)) bytes.writeUInt16LE(0, at + 6);
  for (let at = bytes.indexOf("PK\x01\x02"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 1)) bytes.writeUInt16LE(0, at + 8);
  for (let at = bytes.indexOf("____"); at >= 0; at = bytes.indexOf("____", at + 1)) Buffer.from([0xb2, 0xe2, 0xca, 0xd4]).copy(bytes, at);
  return bytes;
}

/** POSIX ustar; names of up to 255 bytes. */
export function tar(entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, bytes }) => [
    tarHeader(path, bytes.length),
    bytes,
    Buffer.alloc((512 - (bytes.length % 512)) % 512),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarGz(entries: Entry[]): Buffer {
  return gzipSync(tar(entries));
}

function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  const [prefix, name] = splitName(path);
  header.write(name, 0);
  header.write("0000644\0" + "0000000\0" + "0000000\0", 100);
  header.write(size.toString(8).padStart(11, "0") + "\0" + "00000000000\0", 124);
  header.write("        0", 148);
  header.write("ustar\0" + "00", 257);
  header.write(prefix, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(sum.toString(8).padStart(6, "0") + "\0 ", 148);
  return header;
}

/** ustar keeps 100 bytes of name, and up to 155 bytes of folders before it. */
function splitName(path: string): [string, string] {
  if (Buffer.byteLength(path) <= 100) return ["", path];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    if (Buffer.byteLength(path.slice(at + 1)) <= 100) return [path.slice(0, at), path.slice(at + 1)];
  }
  throw new Error(`too long for ustar: ${path}`);
}

/** Zstandard that holds its bytes as they are, in blocks of 64 KiB. */
export function zstandard(bytes: Buffer): Buffer {
  const size = 64 << 10;
  // The magic, no flags, a window of 2 MiB.
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58])];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    const head = Buffer.alloc(3);
    head.writeUIntLE((part.length << 3) | Number(at + size >= bytes.length), 0, 3);
    parts.push(head, part);
  }
  return Buffer.concat(parts);
}
