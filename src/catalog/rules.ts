import { createCheck, type Problem, problem, type Schema, warning } from '../schema';
import { limits } from './limits';
import type { Rule, RuleInput } from './operation';
import type { batchPaths } from './shapes/batch';
import { alignment, bargraphColors, bargraphMode, handleCommand, loadPresentThreshold } from './shapes/device';
import { evseReadOnlyModes, evseSettableModes } from './shapes/evse';
import { waveformConfiguration } from './shapes/waveform';

function rule(clause: string, check: (input: RuleInput) => Problem[]): Rule {
  return { clause, check };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function timerProblems(command: unknown, seconds: unknown, field: string): Problem[] {
  const problems: Problem[] = [];
  if (!isPresent(seconds)) return problems;
  if (command === 'close') problems.push(problem(field, 'onlyWithOpen', 'is only valid when command is open'));
  if (typeof seconds === 'number' && seconds > 0 && seconds < limits.secondsUntilResetMin)
    problems.push(
      problem(field, 'tooShort', `must be 0 or at least ${limits.secondsUntilResetMin}`, {
        min: limits.secondsUntilResetMin,
      }),
    );
  return problems;
}

export const timerOnlyWithOpen = rule('4.3', ({ body }) =>
  timerProblems(body.command, body.secondsUntilReset, 'secondsUntilReset'),
);

export const somethingChanges = rule('4.2', ({ body }) =>
  Object.keys(body).length === 0 ? [problem('', 'empty', 'names nothing to change')] : [],
);

/** One check per batch path, the same shapes as the operations at those paths. spec 4.4 */
const batchBodies: Record<(typeof batchPaths)[number], Schema<unknown>> = {
  '/meter/settings/waveformConfiguration': waveformConfiguration,
  '/bargraph/settings/mode': bargraphMode,
  '/bargraph/settings/colors': bargraphColors,
  '/meter/settings/loadPresentThreshold': loadPresentThreshold,
  '/telemetry/settings/alignment': alignment,
  '/breaker/remoteHandle/position': handleCommand,
};
const batchBodyChecks: ReadonlyMap<unknown, (body: unknown) => Problem[]> = new Map(
  Object.entries(batchBodies).map(([path, schema]) => [path, createCheck(schema, 'body')]),
);

export const batchBodyFitsPath = rule('4.4', ({ body }) => {
  const problems = batchBodyChecks.get(body.path)?.(body.body) ?? [];
  const command =
    body.path === '/breaker/remoteHandle/position' ? (body.body as RuleInput['body'] | undefined) : undefined;
  return [...problems, ...timerProblems(command?.command, command?.secondsUntilReset, 'body.secondsUntilReset')];
});

/** A handle batch is shown with `command` and `reason` alone. spec 4.4 */
export const timerInBatchIsAssumed = rule('4.4', ({ body }) =>
  body.path === '/breaker/remoteHandle/position' &&
  isPresent((body.body as RuleInput['body'] | null | undefined)?.secondsUntilReset)
    ? [warning('body.secondsUntilReset', 'notShown', 'is not shown for a batch')]
    : [],
);

export const batchNamesDevices = rule('4.4', ({ body }) =>
  isPresent(body.locationId) || isPresent(body.deviceIds)
    ? []
    : [problem('deviceIds', 'required', 'is required when locationId is absent')],
);

export const endAndZoneOnlyWithCron = rule('4.4', ({ body }) =>
  isPresent(body.cronSchedule)
    ? []
    : ['endTime', 'timeZone']
        .filter((field) => isPresent(body[field]))
        .map((field) => problem(field, 'onlyWithCron', 'is only valid with cronSchedule')),
);

// Loaded when the first schedule is checked, because it loads croner and suncalc.
function schedules(): typeof import('../schedule') {
  return require('../schedule') as typeof import('../schedule');
}

function cronProblems(cron: unknown, field: string): Problem[] {
  if (typeof cron !== 'string') return [];
  const { cronSentence, parseCron } = schedules();
  const parsed = parseCron(cron);
  return parsed.ok
    ? []
    : parsed.problems.map((found) => problem(field, cronSentence(found), found.message, found.params));
}

export const cronIsUnix = rule('4.4', ({ body }) => cronProblems(body.cronSchedule, 'cronSchedule'));

export const zoneIsKnown = rule('4.4', ({ body }) =>
  typeof body.timeZone !== 'string' || schedules().isTimeZone(body.timeZone)
    ? []
    : [problem('timeZone', 'zone', 'must be an IANA time zone such as Europe/Berlin')],
);

export const sunCronIsUnix = rule('4.4', ({ body }) =>
  cronProblems(((body.sunSchedule ?? {}) as RuleInput['body']).cronSchedule, 'sunSchedule.cronSchedule'),
);

function orderProblems(start: unknown, end: unknown, field: string): Problem[] {
  return typeof start === 'string' && typeof end === 'string' && Date.parse(end) <= Date.parse(start)
    ? [problem(field, 'order', 'must be after startTime')]
    : [];
}

export const batchEndsAfterStart = rule('4.4', ({ body }) => orderProblems(body.startTime, body.endTime, 'endTime'));

export const sunBatchEndsAfterStart = rule('4.4', ({ body }) => {
  const schedule = (body.sunSchedule ?? {}) as RuleInput['body'];
  return orderProblems(schedule.startTime, schedule.endTime, 'sunSchedule.endTime');
});

export const historyRange = rule('8', ({ query }) => {
  const { startTime, endTime } = query;
  const problems = orderProblems(startTime, endTime, 'endTime');
  if (problems.length > 0 || typeof startTime !== 'string' || typeof endTime !== 'string') return problems;
  const latest = new Date(startTime);
  latest.setUTCMonth(latest.getUTCMonth() + limits.historyRangeMonths);
  return Date.parse(endTime) > latest.getTime()
    ? [
        warning('endTime', 'range', `should be within ${limits.historyRangeMonths} months of startTime`, {
          limit: limits.historyRangeMonths,
        }),
      ]
    : [];
});

const streamConfigs = { 'azure-iot-hub': 'azureIotHubStreamConfig', webhook: 'webhookStreamConfig' } as const;

export const streamConfigFitsFormat = rule('4.5', ({ body }) =>
  Object.entries(streamConfigs).flatMap(([format, config]) => {
    if (body.format === format && !isPresent(body[config]))
      return [problem(config, 'required', `is required when format is ${format}`)];
    if (typeof body.format === 'string' && body.format !== format && isPresent(body[config]))
      return [problem(config, 'notForFormat', `is only valid when format is ${format}`, { values: format })];
    return [];
  }),
);

const locationDetails = { address: 'address', custom: 'customTypeInfo' } as const;

export const detailsFitLocationType = rule('4.8', ({ body }) =>
  Object.entries(locationDetails).flatMap(([type, field]) => {
    if (body.locationType === type && !isPresent(body[field]))
      return [problem(field, 'required', `is required when locationType is ${type}`)];
    // An address and its equipment location can be created in one call.
    const accepted = body.locationType === type || (type === 'address' && body.locationType === 'equipment');
    if (typeof body.locationType === 'string' && !accepted && isPresent(body[field]))
      // Refused in a change only. spec 7.2
      return [warning(field, 'notForType', `is only valid when locationType is ${type}`, { limit: type })];
    return [];
  }),
);

export const roleNamesItsScope = rule('4.8', ({ body }) =>
  isPresent(body.locationId) || isPresent(body.organizationId)
    ? []
    : [problem('locationId', 'required', 'is required')],
);

/** The modes that can only be read: a service that knows more modes does not make these ones to set. spec 2.11 */
export const modeCanBeSet = rule('2.11', ({ body }) =>
  evseReadOnlyModes.includes(body.mode as (typeof evseReadOnlyModes)[number])
    ? [
        problem('mode', 'readOnly', `must be one of ${evseSettableModes.join(', ')}`, {
          values: evseSettableModes.join(', '),
        }),
      ]
    : [],
);

export const currentIsPossible = rule('safety', ({ body }) => {
  const configuration = (body.configuration ?? {}) as RuleInput['body'];
  const api = (configuration.apiConfiguration ?? {}) as RuleInput['body'];
  const windows = ((configuration.windowConfiguration ?? {}) as RuleInput['body']).windows;
  const restricted: [string, unknown][] = [['configuration.apiConfiguration', api.restrictions]];
  if (Array.isArray(windows))
    windows.forEach((window: unknown, index) => {
      restricted.push([
        `configuration.windowConfiguration.windows[${index}]`,
        (window as RuleInput['body'] | null)?.restrictions,
      ]);
    });
  return restricted.flatMap(([path, restrictions]) => {
    const current = (restrictions as RuleInput['body'] | undefined)?.maxCurrent;
    return typeof current === 'number' && current > 0 && current < limits.evseCurrentMinA
      ? [
          problem(
            `${path}.restrictions.maxCurrent`,
            'tooLow',
            `must be 0 (no limit) or at least ${limits.evseCurrentMinA}`,
          ),
        ]
      : [];
  });
});

export const instantAloneOrRange = rule('4.3', ({ filter }) => {
  const captured = filter.capturedAt as RuleInput['body'] | undefined;
  return isPresent(captured?.eq) && (isPresent(captured?.le) || isPresent(captured?.ge))
    ? [problem('filter.capturedAt', 'exclusive', 'eq cannot be combined with le or ge')]
    : [];
});
