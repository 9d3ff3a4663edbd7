import { Button } from "../components/Button";
import { openMenu } from "../components/menu";
import { t } from "../i18n";
import { currentCapture } from "../state/engine";
import { hasDemo } from "../state/open";
import { theme } from "../state/preferences";
import { runAction } from "../state/run";
import { keysText } from "../state/shortcuts";
import { Brand } from "./Brand";
import { RankSelector } from "./RankSelector";
import { SearchBox } from "./SearchBox";
import { StepSelector } from "./StepSelector";

export function TopBar() {
  const open = currentCapture.value !== null;
  return (
    <header class="top-bar">
      <Button label={t("action.side")} icon="side" show="icon" look="bare" keys={keysText("side")} onClick={() => runAction("side")} />
      <Brand />
      <Button
        label={t("open.button")}
        icon="folder"
        expanded={false}
        onClick={(event) => {
          if (!(event.currentTarget instanceof HTMLElement)) return;
          openMenu(event.currentTarget.getBoundingClientRect(), t("open.button"), [
            { label: t("action.open-files"), keys: keysText("open-files"), run: () => runAction("open-files") },
            { label: t("action.open-folder"), run: () => runAction("open-folder") },
            { label: t("action.open-link"), divided: true, run: () => runAction("open-link") },
            ...(hasDemo() ? [{ label: t("action.open-demo"), run: () => runAction("open-demo") }] : []),
          ]);
        }}
      />
      {open && (
        <>
          <StepSelector />
          <RankSelector />
          <SearchBox />
        </>
      )}
      <span class="grow" />
      {open && <Button label={t("action.copy-link")} icon="link" testId="copy-link" onClick={() => runAction("copy-link")} />}
      <Button label={t("language.other")} icon="language" look="bare" tip={t("action.language")} testId="language" onClick={() => runAction("language")} />
      <Button
        label={t("action.theme")}
        icon={theme.value === "dark" ? "sun" : "moon"}
        show="icon"
        look="bare"
        testId="theme"
        onClick={() => runAction("theme")}
      />
      <Button label={t("action.help")} icon="help" show="icon" look="bare" keys={keysText("help")} onClick={() => runAction("help")} />
    </header>
  );
}
