import type { FoundProblem, LabelOf } from '../../src/admin-api';
import type { ScheduleProblem } from '../../src/schedule';
import type { OwnTexts } from './body-form.editor';

/** The fields of the dialog behind the parts of a batch that the service is sent. */
function fieldsOf(schedule: string, target: string) {
  return {
    deviceIds: 'devices',
    locationId: schedule === 'sun' && target !== 'location' ? 'place' : 'location',
    cronSchedule: 'cron',
    'sunSchedule.cronSchedule': 'sunDays',
    'sunSchedule.offset': 'offset',
    'sunSchedule.startTime': 'from',
    'sunSchedule.endTime': 'until',
    startTime: schedule === 'at' ? 'at' : 'from',
    endTime: 'until',
    timeZone: 'timeZone',
    'body.command': 'command',
    'body.secondsUntilReset': 'secondsUntilReset',
    'body.reason': 'reason',
    'body.loadPresentThreshold': 'loadPresentThreshold',
    'body.alignment': 'alignment',
    'body.mode': 'mode',
  } as const;
}

/** The label, in the dialog, of a part of a batch; what is no field by itself is called as in every node. */
export function requestLabel(schedule: string, target: string, texts: OwnTexts): LabelOf {
  const fields = fieldsOf(schedule, target);
  return (path) => (Object.hasOwn(fields, path) ? texts(`label.${fields[path as keyof typeof fields]}`) : undefined);
}

/** A problem of a schedule at the part of the request that it is about. */
export function inRequest({ field, code, params, message }: ScheduleProblem, schedule: string): FoundProblem {
  const isPlace = field === 'latitude' || field === 'longitude';
  const bySun = schedule === 'sun' ? 'sunSchedule.' : '';
  const at =
    field === 'timeZone' ? field : isPlace ? 'locationId' : `${bySun}${field === 'offset' ? 'offset' : 'cronSchedule'}`;
  return { field: at, rule: isPlace ? 'coordinates' : code, params, message };
}
