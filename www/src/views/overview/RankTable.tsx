import type { ComponentChildren } from "preact";
import { t } from "../../i18n";

interface RankTableProps {
  testId: string;
  /** Title of the card, and what is said beside it. */
  head: ComponentChildren;
  /** Heads of the columns behind the rank's. */
  columns: ComponentChildren;
  /** A row for each rank. */
  children: ComponentChildren;
}

/** A card with a row for each rank. */
export function RankTable({ testId, head, columns, children }: RankTableProps) {
  return (
    <section class="card" data-testid={testId}>
      <div class="card-head">{head}</div>
      <div class="table-scroll">
        <table class="plain-table">
          <thead>
            <tr>
              <th>{t("slice.rank")}</th>
              {columns}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  );
}
