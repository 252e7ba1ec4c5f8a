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
    // The debug sidebar shows the first five properties only.
    says: /node: outcome.*outcome: "confirmed"/s,
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
  '02-metering/03-phase-balance': { flow: 'Phase balance', says: /node: table.*array\[1\]/s },
  '02-metering/04-monthly-cost-report': {
    flow: 'Monthly cost report',
    press: 'last month',
    says: /node: e-mail.*Energy: [\d.]+ kWh/s,
  },
  '02-metering/03-waveform-on-overcurrent': {
    flow: 'Waveform on overcurrent',
    press: 'report the latest',
    says: /node: report.*captured at/s,
  },
  '03-automation/01-shed-a-load': {
    flow: 'Shed a load',
    press: '20 A for ten minutes',
    badge: ['main panel', '/20 A'],
  },
  '03-automation/02-peak-shaving-by-priority': {
    flow: 'Peak shaving by priority',
    press: '4 kW for an hour',
    badge: ['peaks', '/4 kW'],
  },
  '03-automation/03-standby-at-night': {
    flow: 'Standby at night',
    press: 'leave all as it is',
    says: /node: state.*status: "paused"/s,
    badge: ['standby', 'paused'],
  },
  '03-automation/04-freezer-alarm': {
    flow: 'Freezer alarm',
    press: 'seen',
    badge: ['refrigerator', 'watched: 1, all well'],
  },
  '03-automation/05-overload-watch': {
    flow: 'Overload watch',
    press: 'try it: outlets at 23 A',
    says: /node: alarm.*share of its rating 115 %/s,
  },
  '03-automation/06-grid-event': {
    flow: 'Grid event',
    press: 'level high',
    says: /node: state.*level: "high"/s,
  },
  '03-automation/07-health-digest': {
    flow: 'Device health digest',
    press: 'now',
    says: /node: e-mail.*12 of 12 devices are well/s,
  },
  '03-automation/08-quarter-hour-demand': {
    flow: 'Quarter-hour demand',
    press: '1 kW for an hour',
    says: /node: state.*status/s,
  },
  '03-automation/09-generator-essentials': {
    flow: 'Essentials on the generator',
    press: 'on the generator',
    says: /node: state.*level: "emergency"/s,
  },
  '03-automation/10-sump-pump': {
    flow: 'Sump pump',
    press: 'seen',
    badge: ['pump', 'watched: 1, all well'],
  },
  '03-automation/11-washing-machine': {
    flow: 'Washing machine has finished',
    press: 'seen',
    badge: ['machine', 'watched: 1, all well'],
  },
  '03-automation/12-oven-left-on': { flow: 'Oven left on', badge: ['oven', 'watched: 1, all well'] },
  '04-charging/01-solar-surplus': {
    flow: 'Charge with what the sun leaves over',
    press: 'try it: clouds, 3 A',
    says: /node: outcome.*outcome: "(confirmed|unchanged|superseded)"/s,
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
    press: '40 A for ten minutes',
    badge: ['house', '/40 A'],
  },
  '04-charging/05-garage-below-its-fuse': {
    flow: 'Keep the garage below its fuse',
    press: 'level dim',
    says: /node: state.*level: "dim"/s,
  },
  '04-charging/06-dim-to-4-2-kw': {
    flow: 'Dim to 4.2 kW',
    press: 'dim',
    says: /node: state.*level: "dim"/s,
  },
  '04-charging/07-heater-off-while-charging': {
    flow: 'Water heater off while the car charges',
    badge: ['car charges', '1 '],
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
    badge: ['override event', 'webhooks registered: 1'],
  },
  '06-streams-and-webhooks/04-load-shedding': {
    flow: 'Load shedding',
    press: '20 A for ten minutes',
    badge: ['mains', '/20 A'],
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
  '06-streams-and-webhooks/07-trip-notification': {
    flow: 'Trip notification',
    press: 'try it',
    says: /node: notification.*Kitchen outlets: hand lever open: tripped or opened by hand/s,
  },
  '06-streams-and-webhooks/08-sharing-story': {
    flow: 'Sharing and override events',
    press: '1 share',
    says: /node: code.*[0-9A-F]{12}/s,
  },
  '08-integrations/01-home-assistant': {
    flow: 'Home Assistant',
    press: 'every 30 s',
    badge: ['positions', '3/3 devices'],
  },
  '08-integrations/02-influxdb': { flow: 'InfluxDB', press: 'now', badge: ['panel', '12/12 devices'] },
  '08-integrations/03-prometheus': { flow: 'Prometheus', press: 'every 15 s', badge: ['positions', '6/6 devices'] },
  '08-integrations/04-csv-files': {
    flow: 'CSV files',
    press: 'now',
    says: /node: file.*breakers-csv\/breakers-\d{4}-\d\d-\d\d\.csv/s,
  },
  '08-integrations/05-e-mail': {
    flow: 'E-mail',
    press: '07:00',
    says: /node: e-mail.*Energy of the last 24 hours/s,
  },
  '07-devices/01-inventory': {
    flow: 'Inventory of all devices',
    press: 'list all devices',
    says: /node: CSV text.*deviceId,serialNumber,sku/s,
  },
  '07-devices/02-offline-notice': {
    flow: 'Tell when a device goes offline',
    press: 'pool pump seen',
    badge: ['connections', 'watched: 14, all well'],
  },
  '07-devices/03-leds-show-load': {
    flow: 'LEDs show the load, or the tariff',
    press: 'dear',
    says: /node: tariff shown.*outcome: "confirmed"/s,
  },
  '07-devices/04-rotate-udp-keys': {
    flow: 'Rotate UDP keys before they end',
    press: 'first keys',
    says: /node: rotation.*outcome: "confirmed"/s,
  },
  '07-devices/05-handle-audit-log': {
    flow: 'Audit log of the handles',
    press: 'last 30 days',
    says: /node: CSV text.*timestamp,deviceId,handle/s,
  },
  '09-any-operation/01-quotas': {
    flow: 'Quotas, and a filtered list',
    press: 'quotas',
    says: /node: limits and use.*array\[/s,
  },
  '09-any-operation/02-invite-a-user': {
    flow: 'A location, and an invite code for it',
    press: 'invite',
    says: /node: hand out this code.*code/s,
  },
  '09-any-operation/03-rotate-a-secret': {
    flow: 'Rotate a secret',
    press: '1 without confirm',
    says: /node: code and cause.*CONFIRMATION_NEEDED/s,
  },
  '09-any-operation/04-ocpp-registration': {
    flow: 'Register a charger at an OCPP central system',
    press: 'register',
    says: /node: registered.*ocppCentralSystemId/s,
  },
  '99-for-programmers/01-shed-a-load-in-a-function': {
    flow: 'Shed a load in a function',
    press: 'try it: 61 A now',
    says: /node: outcome.*command: "open"/s,
  },
  'dashboard/01-demo-site': { flow: 'Demo site', press: 'every 10 s', badge: ['positions', '12/12 devices'] },
  'dashboard/02-inrush-comparison': {
    flow: 'Inrush comparison',
    press: 'try it: lights',
    says: /node: points.*array\[\d+\]/s,
  },
};
