/**
 * The examples that still decide in function nodes. The list only ever gets shorter: what an example does is to be had without
 * code, and what teaches code is in `99-for-programmers`.
 */
export const withFunctions: readonly string[] = [
  '02-metering/04-monthly-cost-report.json',
  '04-charging/01-solar-surplus.json',
  '04-charging/02-night-tariff.json',
  '04-charging/03-session-report.json',
  '08-integrations/01-home-assistant.json',
  '08-integrations/02-influxdb.json',
  '08-integrations/03-prometheus.json',
  '08-integrations/04-csv-files.json',
  '08-integrations/05-e-mail.json',
  'dashboard/01-demo-site.json',
];
