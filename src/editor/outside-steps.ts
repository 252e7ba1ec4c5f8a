import { type OutsideTest, type ShownRefusal, textKey } from '../admin-api';
import { element } from './element';
import { text } from './texts';

type Step = OutsideTest['steps'][number];

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

const icons = { ok: 'fa-check', warning: 'fa-exclamation-triangle', failed: 'fa-times' } as const;

function line({ step, ok, detail, finding, refusal }: Step): HTMLElement {
  const result = ok ? (finding === undefined ? 'ok' : 'warning') : 'failed';
  const seen = step === 'verdict' && ok ? text('outside.accepted') : detail;
  const said =
    finding === undefined
      ? [refusal === undefined ? element('span', {}, [seen]) : refusalText(refusal)]
      : [
          element('span', {}, [text(`outside.finding.${finding.key}.said`, finding.params)]),
          element('span', { class: 'breakerflow-remedy' }, [
            text(`outside.finding.${finding.key}.next`, finding.params),
          ]),
        ];
  return element('li', { 'data-step': step, 'data-result': result, 'data-finding': finding?.key ?? '' }, [
    element('i', { class: `fa ${icons[result]}`, title: text(`check.result.${result}`) }),
    element('span', {}, [text(`outside.step.${step}`)]),
    ...said,
  ]);
}

/** What the test from here cannot prove, and what has proved it. */
function proofText({ steps, proof }: OutsideTest): HTMLElement {
  const time = proof === undefined ? '' : new Date(proof.at).toLocaleString();
  if (proof !== undefined && !proof.simulated)
    return element('div', { class: 'breakerflow-note', 'data-proof': proof.kind }, [
      text(`outside.proof.${proof.kind}`, { time }),
    ]);
  const words = [
    ...(steps.some(({ step }) => step !== 'local') ? [text('outside.inside')] : []),
    ...(proof === undefined ? [text('outside.noProof')] : [text('outside.simulated', { time })]),
  ];
  return element('div', { class: 'breakerflow-note', 'data-proof': '' }, [words.join(' ')]);
}

/** The steps as a list, below the one that failed what to do, and at the end what the test does not prove. */
export function outsideSteps(test: OutsideTest): HTMLElement {
  return element('div', {}, [
    element('div', { class: 'breakerflow-hint' }, [element('code', { class: 'breakerflow-address' }, [test.url])]),
    element('ul', { class: 'breakerflow-checklist' }, test.steps.map(line)),
    proofText(test),
  ]);
}
