import { addStyleSheet } from '../..';

/** Scoped to the first steps; they fill the sidebar, from 180 px on. */
const css = `
.breakerflow-site .breakerflow-first { flex: 1; min-height: 0; overflow: hidden auto; padding: 8px; overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-first-head { display: flex; align-items: center; gap: 8px; }
.breakerflow-site .breakerflow-first-head h3 { flex: 1; margin: 0; font-size: 1.1em; line-height: 1.4; font-weight: 600; }
.breakerflow-site .breakerflow-first-head button, .breakerflow-site .breakerflow-first-open { border: 0; background: none; padding: 4px 8px; color: var(--red-ui-secondary-text-color, #666); cursor: pointer; }
.breakerflow-site .breakerflow-first ol { display: flex; gap: 4px; list-style: none; margin: 8px 0; padding: 0; }
.breakerflow-site .breakerflow-first ol li { flex: 1; min-width: 0; line-height: inherit; }
.breakerflow-site .breakerflow-first ol button { width: 100%; padding: 4px 0; border: 0; border-bottom: 3px solid var(--red-ui-secondary-border-color, #ddd); background: none; color: var(--red-ui-secondary-text-color, #666); cursor: pointer; }
.breakerflow-site .breakerflow-first ol button[aria-current=step] { color: var(--red-ui-primary-text-color, #333); font-weight: 600; border-bottom-color: var(--red-ui-text-color-link, #0088cc); }
.breakerflow-site .breakerflow-first p { margin: 6px 0; }
.breakerflow-site .breakerflow-first .breakerflow-buttons .red-ui-button { white-space: normal; height: auto; min-height: 34px; max-width: 100%; box-sizing: border-box; line-height: 1.4; padding: 6px 12px; }
.breakerflow-site .breakerflow-first-devices { max-height: 240px; overflow-y: auto; margin: 6px 0; padding: 2px 0; list-style: none; border: 1px solid var(--red-ui-secondary-border-color, #ddd); border-radius: 4px; }
.breakerflow-site .breakerflow-first-devices li { padding: 2px 8px; line-height: inherit; }
.breakerflow-site .breakerflow-first .breakerflow-check { display: flex; gap: 6px; align-items: baseline; }
.breakerflow-site .breakerflow-first .breakerflow-first-devices .breakerflow-check { padding: 3px 8px; }
.breakerflow-site .breakerflow-first .breakerflow-check input { flex: none; }
.breakerflow-site .breakerflow-first-foot { display: flex; flex-wrap: wrap; gap: 6px; justify-content: space-between; position: sticky; bottom: -8px; margin: 12px -8px 0; padding: 6px 8px 8px; background: var(--red-ui-secondary-background, #fff); border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-site .breakerflow-first .breakerflow-checklist li { grid-template-columns: 18px minmax(70px, 2fr) 3fr; }
.breakerflow-site .breakerflow-first .breakerflow-error { padding: 6px 0; }
.breakerflow-site .breakerflow-first-check { margin: 10px 0; }
.breakerflow-site .breakerflow-first-check > summary { cursor: pointer; font-weight: 600; display: list-item; }
.breakerflow-site .breakerflow-first-check ul { margin: 2px 0 2px 16px; padding: 0; }
.breakerflow-site .breakerflow-first-check section { padding: 0; }
.breakerflow-site .breakerflow-first-check progress { width: 100%; }
.breakerflow-site .breakerflow-first h4 { margin: 8px 0 4px; }
@container (max-height: 460px) { .breakerflow-site .breakerflow-first-open { flex: 0 0 25px; padding: 2px; } .breakerflow-site .breakerflow-first { padding-top: 2px; } .breakerflow-site .breakerflow-first ol { margin: 2px 0; } .breakerflow-site .breakerflow-first ol button { padding: 1px 0; } .breakerflow-site .breakerflow-first h4 { margin: 4px 0 2px; } .breakerflow-site .breakerflow-first p { margin: 3px 0; } .breakerflow-site .breakerflow-first .breakerflow-buttons { margin: 3px 0; } .breakerflow-site .breakerflow-first .breakerflow-buttons .red-ui-button { min-height: 28px; padding: 3px 10px; } .breakerflow-site .breakerflow-first-foot { margin-top: 4px; padding: 3px 8px 11px; } .breakerflow-site .breakerflow-first-foot .red-ui-button { height: 26px; line-height: 24px; padding: 0 10px; } .breakerflow-site .breakerflow-first-devices { max-height: 130px; } }
@container (max-width: 260px) { .breakerflow-site .breakerflow-first .breakerflow-checklist li { grid-template-columns: 18px 1fr; } .breakerflow-site .breakerflow-first .breakerflow-checklist li > span:nth-of-type(n + 2) { grid-column: 2; } }
`;

export function addFirstRunStyle(): void {
  addStyleSheet(css);
}
