import { earlyEndSentence } from '../early-end';
import type { Rehearsal } from '../rehearse';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// Control characters have no place in XML.
const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (letter) => escapes[letter] ?? letter).replaceAll(/[^\t\n\r\u0020-\uFFFD]/g, '');

/** The expectations as test cases of JUnit's format; a rehearsal that ended early is one that failed. */
export function junitReport(name: string, { result, verdicts }: Rehearsal): string {
  const seconds = (result.figures.simulatedMs / 1000).toFixed(0);
  const cases = verdicts.map(({ text, met, found }) => ({ text, failure: met ? undefined : found }));
  if (result.early !== undefined)
    cases.push({ text: 'the rehearsal comes to its end', failure: earlyEndSentence(result.early) });
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(name)}" tests="${cases.length}" failures="${failures}" time="${seconds}">`,
    ...cases.map(({ text, failure }) =>
      failure === undefined
        ? `  <testcase name="${escaped(text)}"/>`
        : `  <testcase name="${escaped(text)}"><failure message="${escaped(failure)}"/></testcase>`,
    ),
    '</testsuite>',
    '',
  ].join('\n');
}
