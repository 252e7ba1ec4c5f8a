/** A control that cannot do what it was asked; `status` is what the control routes answer. */
export class ControlProblem extends Error {
  constructor(
    readonly status: 400 | 404 | 409,
    message: string,
  ) {
    super(message);
    this.name = 'ControlProblem';
  }
}
