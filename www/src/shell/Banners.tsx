import type { ComponentChildren } from "preact";
import { Button } from "../components/Button";
import { notify } from "../components/toasts";
import { t } from "../i18n";
import { copyText } from "../state/clipboard";
import { crash, currentCapture, ownLeft, reload } from "../state/engine";
import { mismatch, missing, tooNew, unread } from "../state/fragment";
import type { Missing } from "../state/fit";
import { runAction } from "../state/run";

/** What concerns the page as a whole: a crash, a link of another capture, a link too new. */
export function Banners() {
  return (
    <>
      {crash.value && <CrashBanner />}
      {currentCapture.value && ownLeft.value.length > 0 && <LeftBanner />}
      {tooNew.value !== null && (
        <Banner look="warning" onClose={() => (tooNew.value = null)} testId="link-too-new">
          {t("link.tooNew", { version: tooNew.value })}
        </Banner>
      )}
      {unread.value !== null && (
        <Banner look="warning" onClose={() => (unread.value = null)} testId="link-broken">
          {unread.value === "all" ? t("link.unreadable") : t("link.broken", { keys: unread.value.join(", ") })}
        </Banner>
      )}
      {missing.value && (
        <Banner look="warning" onClose={() => (missing.value = null)} testId="link-missing">
          {t("link.missing", { name: missing.value.name, parts: partsOf(missing.value) })}
        </Banner>
      )}
      {mismatch.value && (
        <Banner look="warning" onClose={() => (mismatch.value = null)} testId="link-mismatch">
          {t("link.mismatch", mismatch.value)}
        </Banner>
      )}
    </>
  );
}

/** Names what a link asks for in vain. */
function partsOf({ ranks, steps, slice, times, rows, flows, hit, sort }: Missing): string {
  const parts = [];
  if (ranks.length > 0) parts.push(t("link.missing.ranks", { n: ranks.length, keys: ranks.join(", ") }));
  if (steps) parts.push(t("link.missing.steps", { from: steps.from, to: steps.to }));
  if (slice) parts.push(t("link.missing.slice", slice));
  if (times) parts.push(t("link.missing.times"));
  if (rows.length > 0) parts.push(t("link.missing.rows", { n: rows.length, keys: rows.join(", ") }));
  if (flows.length > 0) parts.push(t("link.missing.flows", { n: flows.length, keys: flows.join(", ") }));
  if (hit) parts.push(t("link.missing.hit", { hit: hit.at + 1, count: hit.count }));
  if (sort !== null) parts.push(t("link.missing.sort", { column: sort }));
  return parts.join("; ");
}

function CrashBanner() {
  const copy = async (): Promise<void> => {
    const report = crash.peek()?.report ?? "";
    if (await copyText(report)) notify("info", t("copied"));
    else notify("warning", t("copy.refused"), report);
  };
  return (
    <Banner
      look="error"
      onClose={() => (crash.value = null)}
      testId="crash"
      tools={
        <>
          <Button label={t("crash.reload")} look="primary" size="compact" onClick={() => void reload()} />
          <Button label={t("crash.copy")} size="compact" onClick={() => void copy()} />
        </>
      }
    >
      {t("crash.text")} <span class="mono">{crash.value?.message}</span>
    </Banner>
  );
}

/** Not all ranks fit into memory: what is shown is not all that there is. */
function LeftBanner() {
  return (
    <Banner
      look="warning"
      testId="left"
      tools={<Button label={t("left.choose")} size="compact" onClick={() => runAction("open-left")} />}
    >
      {t("left.banner", { n: ownLeft.value.length })}
    </Banner>
  );
}

interface BannerProps {
  look: "warning" | "error";
  /** Without it the banner stays while its reason does. */
  onClose?: () => void;
  testId: string;
  /** What can be done about it. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

function Banner({ look, onClose, testId, tools, children }: BannerProps) {
  return (
    <div class={`banner ${look}`} role={look === "error" ? "alert" : "status"} data-testid={testId}>
      <div class="banner-text">{children}</div>
      {tools && <span class="banner-tools">{tools}</span>}
      {onClose && <Button label={t("close")} icon="close" show="icon" look="bare" size="compact" onClick={onClose} />}
    </div>
  );
}
