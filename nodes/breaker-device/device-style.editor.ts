import { addDialogStyle } from '../../src/editor';

/** The colours follow Node-RED's theme, except the LEDs, which have a dark background in both themes. */
const css = `
#breakerflow-bargraph[hidden], #breakerflow-bargraph label.breakerflow-trylevel[hidden], #breakerflow-bargraph [hidden], #breakerflow-decommission[hidden], #breakerflow-device-safety[hidden] { display: none; }
.breakerflow-danger { margin: 6px 0 12px; padding: 8px 10px; border: 1px solid var(--red-ui-text-color-error, #b00); border-left-width: 5px; border-radius: 4px; color: var(--red-ui-primary-text-color, #333); background: var(--red-ui-secondary-background, #f7f7f7); }
.breakerflow-bar { display: flex; justify-content: space-around; gap: 6px; max-width: 420px; margin: 6px auto 10px; padding: 16px 12px; border-radius: 6px; background: #1d2126; border: 1px solid var(--red-ui-form-input-border-color, #555); }
.breakerflow-led { flex: 0 1 34px; aspect-ratio: 1; min-width: 14px; border-radius: 50%; border: 1px solid #5b636d; background: radial-gradient(circle at 38% 32%, color-mix(in srgb, var(--led) 55%, #fff), var(--led) 60%); box-shadow: 0 0 var(--glow, 0) var(--led); }
.breakerflow-led.breakerflow-ledoff { background: #33393f; }
.breakerflow-led.breakerflow-ledunknown { background: repeating-linear-gradient(45deg, #33393f 0 4px, #454d55 4px 8px); }
#breakerflow-bargraph label.breakerflow-trylevel { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; width: auto; max-width: 420px; margin: 0 auto 10px; color: var(--red-ui-primary-text-color, #333); }
.breakerflow-trylevel input[type=range] { flex: 1 1 120px; width: auto; margin: 0; }
.breakerflow-tried { min-width: 110px; font-variant-numeric: tabular-nums; }
.breakerflow-ledfields { display: grid; grid-template-columns: repeat(auto-fit, minmax(72px, 1fr)); gap: 4px 6px; margin-bottom: 10px; }
.breakerflow-ledfields .form-row.breakerflow-row { margin: 0; }
.breakerflow-ledfields .form-row.breakerflow-row[hidden] { display: none; }
.breakerflow-ledfields .form-row.breakerflow-row > label { display: block; width: auto; margin: 0 0 2px; }
.breakerflow-ledfields .form-row.breakerflow-row > input[type=text] { width: 100%; box-sizing: border-box; padding: 4px; font-family: monospace; font-size: 0.9em; }
.breakerflow-ledfields .form-row.breakerflow-row > input.breakerflow-pick { display: block; width: 100%; height: 28px; margin: 0 0 3px; padding: 1px 2px; box-sizing: border-box; }
.breakerflow-pick:focus-visible { outline: 2px solid var(--red-ui-form-input-focus-color, #0088cc); }
`;

export function addDeviceStyle(): void {
  addDialogStyle('breaker-device', css);
}
