import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in the package.json that this file belongs to. */
export function packageVersion(): string {
  for (let at = __dirname; ; at = dirname(at)) {
    const file = join(at, 'package.json');
    if (existsSync(file)) return String((JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version);
    if (dirname(at) === at) return 'unknown';
  }
}
