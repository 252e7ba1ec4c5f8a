import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { defaultSite, siteKey } from '../../fields';

/** A name that version 0.1.0 took for a shared world. */
const worldName = /^[\w-]{1,40}$/;

/** Where the state of a site is kept, for people to recognise: any name is a valid file name by its digest. */
export function siteFile(userDir: string, site: string): string {
  const key = siteKey(site);
  const readable = key.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return join(userDir, `breakerflow-simulator-site-${readable}-${digest}.json`);
}

/**
 * Where version 0.1.0 kept the state of an account that is now of this site: by the name of its shared world, else by its
 * own id. Undefined for a site that cannot be of that version.
 */
export function formerSiteFile(userDir: string, site: string, accountId: string): string | undefined {
  if (worldName.test(site)) return join(userDir, `breakerflow-simulator-world-${site}.json`);
  const hadOwnWorld = siteKey(site).startsWith(siteKey(defaultSite));
  return hadOwnWorld ? join(userDir, `breakerflow-simulator-${accountId}.json`) : undefined;
}
