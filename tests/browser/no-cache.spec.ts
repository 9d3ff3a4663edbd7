/** Where the browser refuses private files everything works without: from the disk, and in the sandbox of JupyterLab's `/files/`. */
import { bigTrace } from "./lib/big.ts";
import { summaryOfCli } from "./lib/cli.ts";
import { expect, test } from "./lib/test.ts";

test("a page without private files opens, opens again, and says why there is no cache", async ({ scope, site, address }, info) => {
  if (site === "http") {
    await scope.page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "sandbox allow-scripts" } });
    });
    await scope.goto();
  }
  const path = await bigTrace(info);
  for (let times = 0; times < 2; times++) {
    await scope.choose(path);
    await expect(scope.page.getByTestId("capture-name").first()).toBeVisible();
    await scope.reaches("ready");
    expect((await scope.summary()).captures).toEqual((await summaryOfCli(path)).captures);
    await scope.tab("Capture").click();
    await expect(scope.page.getByTestId("cache-usage")).toContainText("There is no cache here");
    await expect(scope.page.getByTestId("clear-cache")).toHaveCount(0);
    await scope.rests();
    await scope.goto();
  }
});
