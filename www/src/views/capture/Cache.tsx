import { useEffect } from "preact/hooks";
import { Button } from "../../components/Button";
import type { CaptureInfo } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { cacheUsage, clearCache, refreshUsage, storedLoads } from "../../state/cache";
import { readAgain } from "../../state/open";

/** Whether the capture was opened from the cache, and how much that holds. */
export function Cache({ capture }: { capture: CaptureInfo }) {
  useEffect(() => void refreshUsage(), []);
  const stored = storedLoads.value.get(capture.load);
  const held = cacheUsage.value;
  return (
    <div class="cache" data-testid="cache">
      <p>
        {stored ? t("cache.opened", { when: format.value.date(`${stored.made}000000`), size: format.value.bytes(stored.bytes) }) : t("cache.notOpened")}
      </p>
      {stored && <Button label={t("cache.readAgain")} size="compact" testId="read-again" onClick={() => void readAgain(capture.load)} />}
      <p class="muted" data-testid="cache-usage">
        {held ? t("cache.holds", { n: held.loads, size: format.value.bytes(held.bytes), limit: format.value.bytes(held.limit) }) : t("cache.refused")}
      </p>
      {held && <Button label={t("cache.clear")} size="compact" testId="clear-cache" disabled={held.bytes === 0} onClick={() => void clearCache()} />}
    </div>
  );
}
