import type { LegAnswer, LegSearch } from '../../admin-api';
import { type Circuit, type FoundLeg, idKey, type Leg, legsAsEntered } from '../../directory';
import { ask, deployedOrDraft, element, followRun, smallButton } from '..';
import { circuitText } from './circuit-texts';

interface LegFinderOptions {
  readonly accountId: () => string;
  readonly rows: () => readonly Circuit[];
  readonly nameOf: (deviceId: string) => string;
  /** What a person has ticked. */
  readonly onTake: (legs: readonly FoundLeg[]) => void;
}

export interface LegFinder {
  readonly button: HTMLButtonElement;
  readonly result: HTMLElement;
  end(): void;
}

/** Proposes the leg of each circuit; nothing is taken but what a person has ticked. */
export function createLegFinder({ accountId, rows, nameOf, onTake }: LegFinderOptions): LegFinder {
  const result = element('div');
  const find = smallButton(circuitText('legs.find'), () => {
    find.disabled = true;
    search().finally(() => {
      find.disabled = false;
    });
  });
  let newest: HTMLElement | undefined;

  function end(): void {
    const hadFocus = result.contains(document.activeElement);
    newest = undefined;
    result.replaceChildren();
    if (hadFocus) find.focus();
  }

  async function search(): Promise<void> {
    const progress = element('div', { role: 'status' }, [circuitText('legs.wait')]);
    newest = progress;
    result.replaceChildren(progress);
    try {
      const found = await followRun({
        host: progress,
        async ask(again) {
          const account = deployedOrDraft(accountId());
          if (account?.kind !== 'deployed') throw new Error(circuitText('legs.notDeployed'));
          return ask('GET accounts/:id/legs', { params: { id: account.id }, query: { again } });
        },
        progress: ({ read, total }) => ({ done: read, total, text: circuitText('legs.progress', { read, total }) }),
      });
      if (newest === progress && found !== undefined) result.replaceChildren(proposals(found));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (newest === progress)
        result.replaceChildren(element('div', { class: 'breakerflow-error', role: 'alert' }, [message]));
    }
  }

  function proposals({ legs, total, devices }: LegSearch): HTMLElement {
    const entered = new Map(rows().map(({ deviceId, leg }) => [idKey(deviceId), leg]));
    const named = legsAsEntered(
      legs.flatMap((one) => ('leg' in one ? [one] : [])),
      rows(),
    );
    const news = named.filter(({ deviceId, leg }) => entered.get(idKey(deviceId)) !== leg);
    const lines = news.map((found) => ({ found, ...question(found, entered.get(idKey(found.deviceId))) }));
    const take = smallButton(circuitText('legs.take'), () => {
      onTake(lines.flatMap(({ box, found }) => (box.checked ? [found] : [])));
      end();
    });
    const update = () => {
      take.disabled = lines.every(({ box }) => !box.checked);
    };
    for (const { box } of lines) box.addEventListener('change', update);
    update();
    return element('div', { class: 'breakerflow-import', role: 'status' }, [
      element('div', { class: 'breakerflow-title' }, [circuitText('legs.title')]),
      ...(devices > total ? [note(circuitText('legs.capped', { total, devices }))] : []),
      ...referencesOf(legs, named).map(({ reference, pole }) =>
        note(circuitText('legs.named', { pole, name: nameOf(reference) })),
      ),
      ...lines.map(({ row }) => row),
      ...(news.some(({ deviceId }) => !entered.has(idKey(deviceId))) ? [note(circuitText('legs.added'))] : []),
      ...(named.length > news.length ? [note(circuitText('legs.same', { count: named.length - news.length }))] : []),
      ...reasons(legs),
      element('div', { class: 'breakerflow-buttons' }, [
        ...(lines.length > 0 ? [take] : []),
        smallButton(circuitText('csv.cancel'), end),
      ]),
    ]);
  }

  function question({ deviceId, leg, isSure }: FoundLeg, before: Leg | undefined) {
    const box = element('input', { type: 'checkbox' });
    box.checked = before === undefined;
    const words = circuitText('legs.line', {
      name: nameOf(deviceId),
      before: legText(before),
      after: legText(leg),
      how: circuitText(isSure ? 'legs.sure' : 'legs.probable'),
    });
    return { box, row: element('label', { class: 'breakerflow-move', 'data-device': deviceId }, [box, words]) };
  }

  function reasons(legs: readonly LegAnswer[]): HTMLElement[] {
    const namesBy = new Map<string, string[]>();
    for (const one of legs) {
      if ('leg' in one) continue;
      const why = 'doubt' in one ? circuitText(`legs.doubt.${one.doubt}`) : one.error;
      namesBy.set(why, [...(namesBy.get(why) ?? []), nameOf(one.deviceId)]);
    }
    if (namesBy.size === 0) return [];
    const lines = [...namesBy].map(([why, names]) => element('li', {}, [`${why} ${names.join(', ')}`]));
    return [element('div', { class: 'breakerflow-title' }, [circuitText('legs.unknown')]), element('ul', {}, lines)];
  }

  return { button: find, result, end };
}

const note = (text: string) => element('div', { class: 'breakerflow-note' }, [text]);

const legText = (leg: Leg | undefined) => (leg === 'both' ? circuitText('both') : (leg ?? '–'));

/** The devices after which legs are named, each with the pole that is called leg A. */
function referencesOf(legs: readonly LegAnswer[], named: readonly FoundLeg[]) {
  const found = new Map(legs.flatMap((one) => ('leg' in one ? [[one.deviceId, one.leg] as const] : [])));
  const poles = new Map<string, 'A' | 'B'>();
  for (const { deviceId, leg, reference } of named)
    if (reference !== undefined) poles.set(reference, found.get(deviceId) === leg ? 'A' : 'B');
  return [...poles].map(([reference, pole]) => ({ reference, pole }));
}
