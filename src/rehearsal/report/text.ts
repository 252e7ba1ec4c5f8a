import { earlyEndSentence } from '../early-end';
import { nodeName } from '../findings';
import type { LoggedEvent } from '../log';
import type { Rehearsal } from '../rehearse';
import type { StandIn } from '../rewrite-flow';
import { gapSentence } from '../site/gap-sentence';

const clock = (at: number) => {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

/** The rehearsal for people, as the command prints it. */
export function textReport({ result, verdicts, findings, standIns, accounts, sites }: Rehearsal): string {
  const { figures, early, events } = result;
  const hours = figures.simulatedMs / 3_600_000;
  const silent = standIns.filter(({ isSource }) => isSource);
  const others = standIns.filter(({ isSource }) => !isSource);
  const unarmed = accounts.filter(({ wasUnarmed }) => wasUnarmed);
  return [
    `Rehearsed ${hours.toFixed(hours < 10 ? 1 : 0)} h, ${figures.requests} requests`,
    ...(early === undefined ? [] : [`It ended early: ${earlyEndSentence(early)}.`]),
    ...(figures.droppedEvents === 0 ? [] : [`${figures.droppedEvents} further events were counted only.`]),
    ...unarmed.map(({ name, id }) => `The account ${name || id} is not armed: it was rehearsed as if it were.`),
    ...sites.flatMap(({ gaps }) => gaps.map(gapSentence)),
    ...named('Silent but for the scenario', silent),
    ...named(
      'Of other families, so what would have come to them is recorded',
      others.filter(({ reason }) => reason === 'otherFamily'),
    ),
    ...named(
      'Answered as if what they do outside had worked',
      others.filter(({ reason, passesOn }) => reason === 'outside' && passesOn),
    ),
    ...named(
      'Functions that were not run, as they load modules with which they could leave',
      others.filter(({ reason }) => reason === 'modules'),
    ),
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

const standInName = ({ name, type }: StandIn) => (name === '' ? type : `${name} (${type})`);

function named(what: string, standIns: readonly StandIn[]): string[] {
  return standIns.length === 0 ? [] : [`${what}: ${standIns.map(standInName).join(', ')}`];
}

function commandLine({ at, command, devices, outcome, node, way, reason }: LoggedEvent<'command'>): string {
  const why = [way.length > 0 ? way.join(' > ') : nodeName(node), ...(reason === undefined ? [] : [`(${reason})`])];
  return `${clock(at)}  ${command} ${devices.join(', ')}  ${outcome}  because ${why.join(' ')}`;
}
