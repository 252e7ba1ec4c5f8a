import { ControlProblem } from './control-problem';

/** What the grid operator of the site cannot do: the field that is wrong, and why. `{name}` is the label of a device. */
const problems = {
  codeMissing: ['code', 400, 'Enter the share code that the house has made'],
  codeUnknown: ['code', 404, 'The house has made no such share code'],
  codeClaimed: ['code', 409, 'The share code is claimed already; a code serves one claim'],
  codeRelinquished: ['code', 409, 'The share code was given back; the house has to make another one'],
  codeRevoked: ['code', 409, 'The house has taken the share code back, and has to make another one'],
  deviceOcpp: ['code', 409, '{name} is configured for OCPP, and cannot be shared'],
  organizationsFull: ['code', 409, 'The application has all the organizations that it can have'],
  nothingShared: ['devices', 409, 'No device is shared with the grid operator: claim a share code first'],
  noneChosen: ['devices', 400, 'Choose a device'],
  notShared: ['devices', 409, 'A chosen device is not shared with the grid operator any more'],
  inEvent: ['devices', 409, '{name} takes part in an override event already'],
  startsIn: ['startsIn', 400, 'startsIn must be a whole number of minutes from 0 to 10080'],
  lasts: ['lasts', 400, 'lasts must be a whole number of minutes from 1 to 10080, or absent'],
  noEvent: ['event', 409, 'The grid operator has no such override event, or it has ended'],
} as const satisfies Readonly<Record<string, readonly [field: string, status: 400 | 404 | 409, message: string]>>;

export type GridOperatorReason = keyof typeof problems;
export type GridOperatorField = (typeof problems)[GridOperatorReason][0];

export class GridOperatorProblem extends ControlProblem {
  readonly field: GridOperatorField;

  constructor(
    readonly reason: GridOperatorReason,
    /** Labels of the devices that it is about. */
    readonly names: readonly string[] = [],
  ) {
    const [field, status, message] = problems[reason];
    super(status, message.replace('{name}', names.join(', ')));
    this.field = field;
  }
}
