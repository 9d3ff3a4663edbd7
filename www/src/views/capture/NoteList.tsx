import { Icon } from "../../components/Icon";
import { Prose } from "../../components/Prose";
import type { NoteInfo } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { rankOf } from "../../state/engine";
import { rankName } from "../../state/ranks";

/** Everything odd that was met, gravest first. */
export function NoteList({ notes }: { notes: readonly NoteInfo[] }) {
  return (
    <ul class="notes" data-testid="notes">
      {notes.map(({ severity, kind, rank, file, text, count }, at) => {
        const about = rank === null ? null : rankOf(rank);
        return (
          <li key={at} class={`note ${severity}`} data-kind={kind}>
            <span data-tip={t(`severity.${severity}`)}>
              <Icon name={severity} />
            </span>
            <div class="grow">
              <p>
                <Prose text={text} />
                {count !== null && count > 1 && <span class="badge">{format.value.count(count)}×</span>}
              </p>
              {(file !== "" || about) && (
                <p class="muted small">
                  {about && `${rankName(about)} · `}
                  <span class="mono">{file}</span>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
