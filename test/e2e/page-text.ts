import type { Page } from 'playwright-core';

declare const RED: {
  readonly nodes: { createCompleteNodeSet(options: { credentials: boolean }): unknown };
};

/** Everything that the editor's page holds: its elements, what stands in its inputs, and what the editor knows. */
export function pageText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const inputs = [...document.querySelectorAll('input, textarea')].map((one) => (one as HTMLInputElement).value);
    const known = JSON.stringify(RED.nodes.createCompleteNodeSet({ credentials: true }));
    return [document.documentElement.outerHTML, ...inputs, known].join('\n');
  });
}
