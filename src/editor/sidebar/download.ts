import { element } from '..';

/** Lets the browser save a value as a JSON file. */
export function downloadJson(fileName: string, value: unknown): void {
  download(fileName, new Blob([JSON.stringify(value, undefined, 2)], { type: 'application/json' }));
}

/** Lets the browser save a file. */
export function download(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = element('a', { href: url, download: fileName });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}
