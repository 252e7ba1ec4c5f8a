import { nodeName } from '../findings';
import type { LoggedEvent } from '../log';
import type { Rehearsal } from '../rehearse';

const clock = (at: number) => {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** The rehearsal for people, as the command prints it. */
export function textReport({ result, verdicts, findings, standIns, accounts }: Rehearsal): string {
  const { figures, ending, events } = result;
  const hours = figures.simulatedMs / 3_600_000;
  const silent = standIns.filter(({ isSource }) => isSource);
  const unarmed = accounts.filter(({ wasUnarmed }) => wasUnarmed);
  return [
    `Rehearsed ${hours.toFixed(hours < 10 ? 1 : 0)} h, ${figures.requests} requests${ending === 'done' ? '' : `, ended early: ${ending}`}`,
    ...unarmed.map(({ name, id }) => `The account ${name || id} is not armed: it was rehearsed as if it were.`),
    ...(silent.length === 0 ? [] : [`Silent but for the scenario: ${silent.map(standInName).join(', ')}`]),
    '',
    ...verdicts.map(
      ({ met, text, found, at }) =>
        `${met ? 'met    ' : 'not met'}  ${text} (${found}${at === undefined ? '' : ` at ${clock(at)}`})`,
    ),
    ...(findings.length === 0 ? ['No findings.'] : ['Findings:']),
    ...findings.map(({ text, at }) => `  ${at === undefined ? '        ' : clock(at)}  ${text}`),
    '',
    ...events.flatMap((event) => (event.kind === 'command' ? [commandLine(event)] : [])),
    '',
  ].join('\n');
}

const standInName = ({ name, type }: { readonly name: string; readonly type: string }) =>
  name === '' ? type : `${name} (${type})`;

function commandLine({ at, command, devices, outcome, node, way, reason }: LoggedEvent<'command'>): string {
  const why = [way.length > 0 ? way.join(' > ') : nodeName(node), ...(reason === undefined ? [] : [`(${reason})`])];
  return `${clock(at)}  ${command} ${devices.join(', ')}  ${outcome}  because ${why.join(' ')}`;
}
