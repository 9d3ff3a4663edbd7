import { Icon } from "../components/Icon";
import { format, t } from "../i18n";
import { runAction } from "../state/run";
import { searchFor, view } from "../state/view";
import { found } from "../views/timeline/model";

/** Searches slices as it is typed in; Enter goes to the next hit in the timeline. */
export function SearchBox() {
  const result = found.value;
  const at = view.hit.value;
  return (
    <div class="search-box input-with-icon">
      <Icon name="search" />
      <input
        id="search"
        class="input"
        type="search"
        placeholder={t("search.placeholder")}
        aria-label={t("action.search")}
        data-testid="search-input"
        data-tip={t("search.help")}
        value={view.search.value}
        onInput={({ currentTarget }) => searchFor(currentTarget.value, view.searchMode.peek())}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            view.tab.value = "timeline";
            runAction(event.shiftKey ? "previous-hit" : "next-hit");
          } else if (event.key === "Escape") event.currentTarget.blur();
          else return;
          event.preventDefault();
        }}
      />
      {result && result.problem === null && (
        <span class="search-count muted small" data-testid="search-place">
          {at !== null && at < result.count ? `${format.value.count(at + 1)} / ` : ""}
          {format.value.count(result.count)}
        </span>
      )}
    </div>
  );
}
