import { siteDifferences, siteWords } from '../../fields';
import type { Texts } from '../node/texts';
import type { SiteInUse } from './account';

/** Which settings of the running site are not those that the account asks for, as a sentence; undefined when all are. */
export function siteDifference({ site, asked, running }: SiteInUse, texts: Texts): string | undefined {
  const names = siteDifferences(asked, running);
  if (names.length === 0) return undefined;
  return texts('site.differs', {
    site,
    running: siteWords(texts, running, names),
    asked: siteWords(texts, asked, names),
  });
}
