import { describe, expect, it } from "vitest";
import { type GridColumn, widthsOf } from "./columns";

function column(width: number, most?: number): GridColumn {
  return { id: "", label: "", width, ...(most === undefined ? {} : { most }), align: "left", sortable: false };
}

describe("column widths", () => {
  it("are the least ones where there is no room", () => {
    expect(widthsOf([column(140, 420), column(76)], 200)).toEqual([140, 76]);
  });

  it("fill the table exactly while a column can grow", () => {
    expect(widthsOf([column(140, 420), column(76)], 300)).toEqual([224, 76]);
  });

  it("share the room, and what one cannot use goes to the others", () => {
    expect(widthsOf([column(100, 500), column(100, 120), column(50)], 400)).toEqual([230, 120, 50]);
  });

  it("stop at their most", () => {
    expect(widthsOf([column(140, 420), column(76)], 2000)).toEqual([420, 76]);
  });
});
