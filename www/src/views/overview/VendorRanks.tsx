import type { VendorRank, VendorRanks as Vendor } from "../../engine/protocol";
import { format, t } from "../../i18n";
import { nameOf } from "./plotted";
import { RankTable } from "./RankTable";

/** Ranks whose timeline is not open, by the vendor's own table. */
export function VendorRanks({ ranks: { columns, rows } }: { ranks: Vendor }) {
  return (
    <RankTable
      testId="vendor-ranks"
      head={
        <>
          <h2>{t("overview.vendorRanks")}</h2>
          <span class="muted small">{t("overview.vendorSource")}</span>
        </>
      }
      columns={
        <>
          <th class="number">{t("overview.vendorRows")}</th>
          {columns.map((column) => (
            <th key={column} class="number">
              {column}
            </th>
          ))}
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.rank} row={row} />
      ))}
    </RankTable>
  );
}

function Row({ row: { rank, rows, means } }: { row: VendorRank }) {
  return (
    <tr>
      <td>{nameOf(rank)}</td>
      <td class="number">{format.value.count(rows)}</td>
      {means.map((mean, at) => (
        <td key={at} class="number" data-tip={format.value.exact(mean)} data-source={`step_trace_time.csv · ${nameOf(rank)}`}>
          {format.value.duration(mean)}
        </td>
      ))}
    </tr>
  );
}
