/** A publish of about 2 KB: what a two-pole breaker reports, its four channels as the service writes them. spec 6.2 */
export function publishBody(index: number, devices: number): string {
  const statistic = (value: number) => ({ val: value, min: value - 0.25, max: value + 0.25, avg: value });
  const device = index % devices;
  const ts = 1_795_253_520 + index;
  const current = 1 + (index % 997) / 1000;
  const energy = { q2mJpA: 0, q2mVARspA: 0, q3mJpA: 0, q3mVARspA: 0, q4mJpA: 0, q4mVARspA: 0 };
  return JSON.stringify({
    deviceId: `62325dfc-1fc6-4525-9519-${String(device).padStart(12, '0')}`,
    serialNumber: `3062${String(device).padStart(7, '0')}`,
    schemaVersion: '4.2.0.beta',
    transactionId: `22f8d3f5-4b1a-419e-8392-${String(index).padStart(12, '0')}`,
    ts,
    accelerometer: {
      telemetry: { x: statistic(0.004), y: statistic(-0.997), z: statistic(0.024), ts, hwSamples: 300 },
    },
    device: {
      telemetry: {
        lightLevel: statistic(6),
        deviceFreeMemory: statistic(77_258),
        agentFreeMemory: statistic(504_845),
        rssi: statistic(-53),
        ts,
        hwSamples: 300,
      },
    },
    meter: {
      telemetry: {
        currentA: statistic(current),
        currentB: statistic(current + 0.125),
        voltageAN: statistic(120.77),
        voltageBN: statistic(120.53),
        frequency: statistic(59.969),
        rawEnergy: { q1mJpA: 2_684_827_953_180 + index, q1mVARspA: 1_449_116_616_404 + index, ...energy },
        rawEnergyDelta: { q1mJpA: 11_167_368, q1mVARspA: 6_027_506, ...energy, deltaTime: 300 },
        energy: { delivered: 745.785543, generated: 0, deliveredWH: 745_785.543, generatedWH: 0 },
        energyDelta: { delivered: 0.003102, generated: 0, deliveredWH: 3.102, generatedWH: 0, deltaTime: 300 },
        ts,
        hwSamples: 300,
      },
      metadata: { loadPresent: { val: true, ts }, loadState: { val: 1, ts } },
    },
    thermometer: { telemetry: { temperature: statistic(22.93), ts, hwSamples: 300 } },
  });
}
