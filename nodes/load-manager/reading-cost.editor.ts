import { element, storedSettings } from '../../src/editor';
import { readForm } from './form-problems.editor';
import type { OwnText } from './load-row.editor';
import { type AccountBudget, readingCost } from './reading-cost';
import type { FormSite } from './settings-of-form';

type Stored = Readonly<Record<string, unknown>>;

interface CostOptions {
  readonly host: HTMLElement;
  readonly text: OwnText;
  readonly accountId: string;
  /** The dialog as it stands. */
  readonly stored: Stored;
  /** Absent while the devices are not known. */
  readonly site: FormSite | undefined;
}

/** Shows what the readings cost, and how long the limit may be exceeded; nothing while the dialog is not complete. */
export function showReadingCost({ host, text, accountId, stored, site }: CostOptions): void {
  const own = site === undefined ? undefined : readingOf(stored, site, text);
  if (site === undefined || own === undefined) {
    host.replaceChildren();
    return;
  }
  const budget = budgetOf(accountId);
  const { calls, tooMany, longestAboveMs } = readingCost(own, othersOf(accountId, site, text), budget);
  const told = [
    text('table.calls', { calls: Math.ceil(calls) }),
    ...(longestAboveMs === undefined
      ? []
      : [text('table.longestAbove', { seconds: Math.ceil(longestAboveMs / 1_000) })]),
  ];
  host.replaceChildren(
    element('div', { class: 'breakerflow-note' }, [told.join(' ')]),
    ...(tooMany === undefined
      ? []
      : [
          element('div', { class: 'breakerflow-warning' }, [
            text('table.tooManyCalls', { calls: Math.ceil(tooMany), allowed: budget.callsAMinute }),
          ]),
        ]),
  );
}

function readingOf(stored: Stored, site: FormSite, text: OwnText) {
  const { settings } = readForm(stored, site, text);
  return settings === undefined ? undefined : { settings, readEveryMs: (Number(stored.readEvery) || 10) * 1_000 };
}

/** Of the same account: each account has its own budget. */
function othersOf(accountId: string, site: FormSite, text: OwnText) {
  return site.others.flatMap(({ id }) => {
    const node = RED.nodes.node(id);
    const reading =
      node?.account === accountId ? readingOf(storedSettings(node), { ...site, by: id, others: [] }, text) : undefined;
    return reading === undefined ? [] : [reading];
  });
}

function budgetOf(accountId: string): AccountBudget {
  const account = RED.nodes.node(accountId);
  return {
    callsAMinute: Number(account?.callsPerMinute) || 300,
    expiryMs: (Number(account?.commandExpiry) || 10) * 1_000,
  };
}
