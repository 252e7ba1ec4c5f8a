import type { DeviceState, Instant } from './state';

type Settings = DeviceState['settings'];
type ReportSettings = Pick<Settings, 'alignment' | 'dataReportRate'>;

/** Until when reports were sent by settings that hold no more. */
export interface PastReports extends ReportSettings {
  readonly upTo: Instant;
}

/** Of older changes the oldest one that is kept tells. */
const mostChanges = 500;

/** The settings by which reports are sent, oldest first; the last of them hold today. spec 2.3 */
export function reportSettings(settings: Settings): readonly PastReports[] {
  const { alignment, dataReportRate } = settings;
  return [...pastOf(settings), { upTo: Number.POSITIVE_INFINITY, alignment, dataReportRate }];
}

/** Changes the rate or the alignment of the reports that are still to come. */
export function changeReports(settings: Settings, change: Partial<ReportSettings>, now: Instant): void {
  const { alignment, dataReportRate } = settings;
  const next = { alignment, dataReportRate, ...change };
  if (next.alignment === alignment && next.dataReportRate === dataReportRate) return;
  settings.reportsBefore = [...pastOf(settings), { upTo: now, alignment, dataReportRate }].slice(-mostChanges);
  if (next.alignment !== alignment) settings.alignmentSince = now;
  Object.assign(settings, next);
}

/** A state of an older version tells the last change of the alignment alone. */
function pastOf({ reportsBefore, alignment, alignmentSince, dataReportRate }: Settings): readonly PastReports[] {
  return (
    reportsBefore ?? [{ upTo: alignmentSince, alignment: alignment === 'none' ? 'clock' : 'none', dataReportRate }]
  );
}
