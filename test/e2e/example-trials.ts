/** What is tried of an example. */
export interface Trial {
  readonly flow: string;
  /** The name of the inject node that is clicked; without one, the flow shows its result by itself. */
  readonly press?: string;
  /** What a debug node says then. */
  readonly says?: RegExp;
  /** Or the badge of a node. */
  readonly badge?: readonly [node: string, text: string];
}

/** Each example, what is clicked, and what is seen. */
export const trials: Readonly<Record<string, Trial>> = {
  '01-first-steps/01-switch-a-breaker': {
    flow: 'Switch a breaker',
    press: 'open',
    says: /node: outcome.*outcome: "confirmed".*position: "open"/s,
    badge: ['outlets', 'open'],
  },
  '01-first-steps/02-errors-and-safety': {
    flow: 'Errors and safety',
    press: '1 no command',
    says: /node: code and cause.*INVALID_INPUT/s,
  },
  '02-metering/01-read-the-meters': {
    flow: 'Read the meters',
    press: 'now',
    says: /node: full record.*currentA/s,
  },
  '02-metering/02-a-day-as-csv': {
    flow: 'A day as CSV',
    press: 'last 24 hours',
    says: /node: CSV text.*ts,currentA/s,
  },
  '03-automation/01-shed-a-load': {
    flow: 'Shed a load',
    press: 'try it: 61 A now',
    says: /node: outcome.*outcome: "confirmed".*position: "open"/s,
    badge: ['water heater', 'open'],
  },
  '04-charging/01-solar-surplus': {
    flow: 'Charge with what the sun leaves over',
    press: 'try it: clouds, 3 A',
    says: /node: outcome.*charging: false/s,
  },
  '04-charging/02-night-tariff': {
    flow: 'Charge at night only',
    press: 'what is in force?',
    says: /node: in force.*charging/s,
  },
  '04-charging/03-session-report': {
    flow: 'A charging session as an e-mail',
    press: 'report now',
    says: /node: e-mail.*Plugged in/s,
  },
  '04-charging/04-two-chargers-one-fuse': {
    flow: 'Two chargers under one main fuse',
    press: 'try it: the house takes 70 A',
    says: /node: outcome.*outcome: "confirmed"/s,
    badge: ['share', 'house 70.0 A: 15 + 15'],
  },
  '05-schedules/01-light-from-sunset': {
    flow: 'Light from sunset to 23:00',
    press: 'what exists',
    says: /node: table.*array\[/s,
  },
  '05-schedules/02-vacation': {
    flow: 'Lived-in look during a vacation',
    press: 'leave',
    says: /node: created, kept, removed/s,
  },
  '06-streams-and-webhooks/01-live-panel': { flow: 'Live panel', says: /node: live panel.*array\[/s },
  '06-streams-and-webhooks/02-new-device': {
    flow: 'New device',
    press: 'try it with the spare',
    says: /node: attached/s,
  },
  '06-streams-and-webhooks/03-override-event': {
    flow: 'Override event',
    press: 'try it',
    says: /node: notification.*is held by Grid operator/s,
  },
  '06-streams-and-webhooks/04-load-shedding': {
    flow: 'Load shedding',
    press: 'limit 100 A',
    says: /node: sum/s,
  },
  '06-streams-and-webhooks/05-share-code-audit': {
    flow: 'Share code audit',
    press: 'try it',
    says: /node: audit log.*claimed/s,
  },
  '06-streams-and-webhooks/06-azure-iot-hub': {
    flow: 'Azure IoT hub',
    press: 'try it with a sample',
    says: /node: data.*4\.2/s,
  },
  'dashboard/01-demo-site': { flow: 'Demo site', press: 'every 5 s', badge: ['positions', '12/12'] },
};
