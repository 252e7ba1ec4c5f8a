import type { ProblemKey } from './field';

/** What is wrong with an origin that the service is to call. spec 2.7 */
export function publicUrlProblem(value: string): ProblemKey | undefined {
  try {
    const { protocol, pathname, username, search, hash } = new URL(value);
    if (protocol !== 'https:') return 'publicHttps';
    return username !== '' || search !== '' || hash !== '' || pathname !== '/' ? 'publicUrlParts' : undefined;
  } catch {
    return 'url';
  }
}
