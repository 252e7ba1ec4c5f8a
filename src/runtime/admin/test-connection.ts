import type { CheckLine } from '../../admin-api';
import type { Account, AccountConfig, Texts } from '..';
import { attemptConnection } from './connection-attempt';
import {
  address,
  apiKey,
  applicationToken,
  type Check,
  type CheckInput,
  clock,
  credentials,
  expiry,
  type Finding,
  list,
  organizationTokens,
  site,
  tls,
} from './connection-checks';
import { nodes } from './connection-nodes';
import { replacements } from './replacement-check';

/** The checklist in its order, by the names of its lines. */
const checks: readonly (readonly [CheckLine['check'], Check])[] = [
  ['credentials', credentials],
  ['address', address],
  ['site', site],
  ['tls', tls],
  ['apiKey', apiKey],
  ['tokenAPP', applicationToken],
  ['tokenORG', organizationTokens],
  ['organizations', list('organizations.list')],
  ['locations', list('locations.list')],
  ['devices', list('devices.list')],
  ['nodes', nodes],
  ['replaced', replacements],
  ['clock', clock],
  ['appSecret1Expiry', expiry('appSecret1Expiry')],
  ['appSecret2Expiry', expiry('appSecret2Expiry')],
  ['orgSecret1Expiry', expiry('orgSecret1Expiry')],
  ['orgSecret2Expiry', expiry('orgSecret2Expiry')],
];

/** Walks from the address to the devices and says of each step whether it works and, if not, what to do. */
export async function testConnection(
  account: Account,
  config: AccountConfig & Readonly<Record<string, unknown>>,
  nowMs: number,
  texts: Texts,
): Promise<CheckLine[]> {
  const attempt = await attemptConnection(account, config);
  const input: CheckInput = { ...attempt, account, config, nowMs, texts };
  const lines: CheckLine[] = [];
  for (const [check, run] of checks) {
    for (const finding of [(await run(input)) ?? []].flat()) lines.push(lineOf(check, finding));
  }
  return lines;

  function lineOf(check: CheckLine['check'], { remedy, ...rest }: Finding): CheckLine {
    const line = { check, ...rest, ...(remedy === undefined ? {} : { remedy: texts(`remedy.${remedy}`) }) };
    const before = lines.find((other) => isSameCause(other, line));
    if (before === undefined) return line;
    const detail = texts('check.sameCause', { name: texts(`check.name.${before.check}`) });
    return { check, result: 'skipped', detail };
  }
}

/** A cause is said once: a later line that fails with the same words and the same remedy only refers to it. */
function isSameCause(one: CheckLine, other: CheckLine): boolean {
  return (
    other.result === 'failed' &&
    one.result === 'failed' &&
    one.detail === other.detail &&
    one.remedy === other.remedy &&
    one.fields?.[0] === other.fields?.[0]
  );
}
