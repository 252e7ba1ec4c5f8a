import { type OutsideRemedies, type OutsideTest, type ShownRefusal, textKey } from '../admin-api';
import { element } from './element';
import { text } from './texts';

/** Which check failed, its details, and how to fix it. */
export function refusalText({ check, reason, detail }: ShownRefusal): HTMLElement {
  const particulars =
    typeof detail === 'object' && detail !== null
      ? Object.entries(detail).map(([name, value]) => `${name} ${String(value)}`)
      : [];
  const key = `refusal.${check}.${reason}`;
  const remedy = RED._(textKey(`breakerflow.${key}`));
  return element('span', {}, [
    element('b', {}, [`${check}: ${reason}`]),
    particulars.length === 0 ? '' : ` (${particulars.join(', ')})`,
    // A check that has no text yet still shows its name.
    ...(remedy.endsWith(key) ? [] : [element('div', { class: 'breakerflow-remedy' }, [remedy])]),
  ]);
}

// Our own answer to what lacks credentials never reaches this far: the test has some.
function remedyKey(step: keyof OutsideRemedies, detail: string) {
  return step === 'local' && detail === '401'
    ? ('outside.remedy.wantsUser' as const)
    : (`outside.remedy.${step}` as const);
}

/** The steps as a list, and below the one that failed what to do. */
export function outsideSteps({ url, steps }: OutsideTest): HTMLElement {
  const lines = steps.map(({ step, ok, detail, refusal }) =>
    element('li', { 'data-step': step, 'data-result': ok ? 'ok' : 'failed' }, [
      element('i', {
        class: `fa ${ok ? 'fa-check' : 'fa-times'}`,
        title: text(`check.result.${ok ? 'ok' : 'failed'}`),
      }),
      element('span', {}, [text(`outside.${step}`)]),
      refusal === undefined
        ? element('span', {}, [step === 'verdict' ? text('outside.accepted') : detail])
        : refusalText(refusal),
      ...(ok || refusal !== undefined || step === 'verdict'
        ? []
        : [element('span', { class: 'breakerflow-remedy' }, [text(remedyKey(step, detail))])]),
    ]),
  );
  return element('div', {}, [
    element('div', { class: 'breakerflow-hint' }, [element('code', { class: 'breakerflow-address' }, [url])]),
    element('ul', { class: 'breakerflow-checklist' }, lines),
  ]);
}
