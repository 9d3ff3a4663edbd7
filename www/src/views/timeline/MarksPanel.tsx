import { Button } from "../../components/Button";
import { notify } from "../../components/toasts";
import { format, t } from "../../i18n";
import { copyText } from "../../state/clipboard";
import { view } from "../../state/view";
import { changeMark, removeMark } from "./marks";
import { centreOn, showRange } from "./moves";
import { pointText } from "./time";

/** Marks: their names and colours, saved in the link. */
export function MarksPanel() {
  const marks = view.marks.value;
  if (marks.length === 0) return <p class="panel-empty muted">{t("marks.none")}</p>;
  const copy = async (): Promise<void> => {
    const lines = marks.map(({ name, start, end }) => [name, start, end].join("\t"));
    const text = [[t("marks.nameColumn"), "start_ns", "end_ns"].join("\t"), ...lines].join("\n");
    if (await copyText(text)) notify("info", t("copied"));
    else notify("warning", t("copy.refused"));
  };
  return (
    <div class="marks-panel" data-testid="marks">
      <table class="plain-table">
        <thead>
          <tr>
            <th />
            <th>{t("marks.nameColumn")}</th>
            <th class="number">{t("slice.start")}</th>
            <th class="number">{t("slice.duration")}</th>
            <th class="number">
              <Button label={t("marks.copy")} look="bare" size="compact" onClick={() => void copy()} />
            </th>
          </tr>
        </thead>
        <tbody>
          {marks.map(({ start, end, name, color }, at) => (
            <tr key={at}>
              <td>
                <input
                  type="color"
                  class="color-input"
                  value={color}
                  aria-label={t("marks.color")}
                  onInput={({ currentTarget }) => changeMark(at, { color: currentTarget.value })}
                />
              </td>
              <td>
                <input
                  class="input compact"
                  value={name}
                  aria-label={t("marks.nameColumn")}
                  onInput={({ currentTarget }) => changeMark(at, { name: currentTarget.value })}
                />
              </td>
              <td class="number">{pointText(start)}</td>
              <td class="number">{end > start ? format.value.duration(end - start) : t("marks.point")}</td>
              <td class="number">
                <Button
                  label={t("marks.go")}
                  look="bare"
                  size="compact"
                  onClick={() => (end > start ? void showRange({ start, end }, null) : centreOn(start))}
                />
                <Button label={t("marks.remove")} icon="close" show="icon" look="bare" size="compact" onClick={() => removeMark(at)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
