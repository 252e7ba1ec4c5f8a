import { addStyleSheet } from '..';

/** Scoped to the sidebar; colours follow Node-RED's theme. Widths are the sidebar's own, not the window's. */
const css = `
.breakerflow-site { height: 100%; display: flex; flex-direction: column; container-type: size; color: var(--red-ui-primary-text-color, #333); background: var(--red-ui-secondary-background, #fff); }
.breakerflow-site [hidden] { display: none !important; }
.breakerflow-site .breakerflow-account { flex: 0 1 45%; min-width: 60px; padding: 0 4px; align-self: center; }
.breakerflow-site select, .breakerflow-site input[type=text], .breakerflow-site input[type=number], .breakerflow-site input[type=search] { width: 100%; min-width: 0; box-sizing: border-box; margin: 0; }
.breakerflow-site .breakerflow-pages { position: relative; flex: 1; min-height: 0; display: flex; flex-direction: column; }
.breakerflow-site .breakerflow-head { display: flex; border-bottom: 1px solid var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-site .breakerflow-tabs { display: flex; flex: 1 1 auto; min-width: 0; margin-bottom: -1px; }
.breakerflow-site .breakerflow-tabs button { flex: 1; min-width: 0; padding: 8px 4px; border: 0; border-bottom: 2px solid transparent; background: none; color: var(--red-ui-secondary-text-color, #666); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; cursor: pointer; }
.breakerflow-site .breakerflow-tabs button[aria-selected=true] { color: var(--red-ui-primary-text-color, #333); border-bottom-color: var(--red-ui-text-color-link, #0088cc); }
.breakerflow-site .breakerflow-tabs span { margin-left: 5px; }
.breakerflow-site :focus-visible { outline: 2px solid var(--red-ui-text-color-link, #0088cc); outline-offset: -2px; }
.breakerflow-site .breakerflow-searchbar { margin: 0; padding: 8px 8px 0; }
.breakerflow-site .breakerflow-site-view, .breakerflow-site .breakerflow-page { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.breakerflow-site .breakerflow-page { display: block; overflow-y: auto; padding-bottom: 12px; }
.breakerflow-site .breakerflow-schedule { padding: 0 8px; }
.breakerflow-site .breakerflow-moves { position: sticky; bottom: 0; z-index: 1; max-height: 50cqh; overflow-y: auto; background: var(--red-ui-secondary-background, #fff); }
.breakerflow-site .breakerflow-tree { flex: 1; min-height: 60px; overflow: hidden auto; border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-site .breakerflow-rows { position: relative; }
.breakerflow-site [role=treeitem] { position: absolute; left: 0; right: 0; height: var(--breakerflow-row, 26px); line-height: var(--breakerflow-row, 26px); display: flex; gap: 6px; align-items: center; padding-inline-end: 8px; cursor: pointer; white-space: nowrap; box-sizing: border-box; user-select: none; }
.breakerflow-site [role=treeitem]:hover { background: var(--red-ui-list-item-background-hover, #f3f3f3); }
.breakerflow-site [role=treeitem][aria-selected=true] { background: var(--red-ui-list-item-background-selected, #efefef); }
.breakerflow-site .breakerflow-row-location { font-weight: 600; }
.breakerflow-site .breakerflow-row-device { cursor: grab; }
.breakerflow-site .breakerflow-name { flex: 1; min-width: 30px; overflow: hidden; text-overflow: ellipsis; }
.breakerflow-site .breakerflow-count, .breakerflow-site .breakerflow-age, .breakerflow-site .breakerflow-secondary { color: var(--red-ui-secondary-text-color, #666); font-weight: normal; }
.breakerflow-site .breakerflow-cell { font-variant-numeric: tabular-nums; flex: none; }
.breakerflow-site .breakerflow-power { min-width: 4.5em; text-align: end; }
.breakerflow-site .breakerflow-age { min-width: 6em; text-align: end; font-size: 0.9em; }
.breakerflow-site .breakerflow-age-short { display: none; min-width: 2.2em; text-align: end; font-size: 0.9em; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-site .breakerflow-read { min-width: 2.2em; text-align: end; font-size: 0.9em; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-site .breakerflow-cell.breakerflow-edited { color: var(--red-ui-node-changed-border, #00bcff); font-size: 0.7em; }
.breakerflow-site .breakerflow-details-head { display: flex; gap: 8px; align-items: baseline; }
.breakerflow-site .breakerflow-naming { margin: 4px 0; overflow-wrap: anywhere; }
.breakerflow-site label.breakerflow-protect { display: flex; gap: 6px; align-items: baseline; width: auto; margin: 6px 0; }
.breakerflow-site label.breakerflow-protect input { width: auto; margin: 0; flex: none; }
.breakerflow-site .breakerflow-cell.breakerflow-locked { flex: 0 1 auto; min-width: 1.4em; overflow: hidden; text-overflow: ellipsis; color: var(--red-ui-text-color-warning, #b78000); }
.breakerflow-site .breakerflow-is-live { color: var(--red-ui-text-color-success, #2a8a2a); }
.breakerflow-site .breakerflow-is-off, .breakerflow-site .breakerflow-is-unknown { color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-site .breakerflow-is-tripped-or-opened-by-hand, .breakerflow-site .breakerflow-is-held-by-event, .breakerflow-site .breakerflow-is-no-connection { color: var(--red-ui-text-color-warning, #b78000); }
.breakerflow-site .breakerflow-cell.breakerflow-state { flex: 0 1 auto; min-width: 3em; overflow: hidden; text-overflow: ellipsis; text-align: end; }
.breakerflow-site .breakerflow-warning-cell, .breakerflow-site .breakerflow-cell.breakerflow-warning { color: var(--red-ui-text-color-warning, #b78000); }
.breakerflow-site .breakerflow-cell.breakerflow-warning::before { content: none; }
.breakerflow-site .breakerflow-offline .breakerflow-name { opacity: 0.65; }
.breakerflow-site .breakerflow-details { flex: none; max-height: 45%; overflow-y: auto; padding: 8px; border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-site .breakerflow-operate .breakerflow-buttons { margin: 4px 0; }
.breakerflow-site .breakerflow-question { margin: 4px 0; padding: 6px 8px; border: 1px solid var(--red-ui-text-color-warning, #b78000); border-radius: 4px; overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-question p { margin: 0 0 4px; }
.breakerflow-site .breakerflow-details:has(.breakerflow-replace:not([hidden])) { max-height: 80%; }
.breakerflow-site .breakerflow-details:has(.breakerflow-replace:not([hidden])) > :not(.breakerflow-replace) { display: none; }
.breakerflow-site .breakerflow-replace ul { margin: 0 0 4px 18px; padding: 0; }
.breakerflow-site .breakerflow-candidates { margin: 4px 0; }
.breakerflow-site .breakerflow-candidate { display: flex; flex-wrap: wrap; gap: 0 8px; justify-content: space-between; width: 100%; padding: 3px 4px; border: 0; border-bottom: 1px solid var(--red-ui-secondary-border-color, #ddd); background: none; color: inherit; text-align: start; cursor: pointer; overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-candidate:hover { background: var(--red-ui-list-item-background-hover, #f3f3f3); }
.breakerflow-site .breakerflow-answer { overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-answer .fa { margin-inline-end: 5px; }
.breakerflow-site .breakerflow-details-title { font-weight: 600; overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 10px; margin: 6px 0; }
.breakerflow-site .breakerflow-facts dt { font-weight: normal; color: var(--red-ui-secondary-text-color, #666); }
.breakerflow-site .breakerflow-facts dd { margin: 0; padding: 0; overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-facts .breakerflow-fact-lock { color: var(--red-ui-text-color-warning, #b78000); }
.breakerflow-site .breakerflow-facts .breakerflow-fact-claims { white-space: pre-line; }
.breakerflow-site ol.breakerflow-manager-loads, .breakerflow-site ul.breakerflow-watched { list-style: none; margin: 6px 0 0; padding: 0; }
.breakerflow-site .breakerflow-manager-loads .breakerflow-operation, .breakerflow-site .breakerflow-watched .breakerflow-operation { flex-basis: 90px; }
.breakerflow-site .breakerflow-manager, .breakerflow-site .breakerflow-watch, .breakerflow-site .breakerflow-held { overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-page .breakerflow-operate .breakerflow-buttons { padding: 0; }
.breakerflow-site .breakerflow-page .breakerflow-note:empty { display: none; }
.breakerflow-site .breakerflow-curve { margin: 6px 0; }
.breakerflow-site .breakerflow-curve:empty { display: none; }
.breakerflow-site .breakerflow-curve svg { display: block; width: 100%; height: 60px; background: var(--red-ui-primary-background, #f3f3f3); }
.breakerflow-site .breakerflow-curve polyline { fill: none; stroke: var(--red-ui-primary-text-color, #333); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.breakerflow-site .breakerflow-curve .breakerflow-zero { stroke: var(--red-ui-secondary-border-color, #ddd); vector-effect: non-scaling-stroke; }
.breakerflow-site .breakerflow-curve figcaption { color: var(--red-ui-secondary-text-color, #666); font-size: 0.9em; }
.breakerflow-site .breakerflow-uses { display: flex; flex-wrap: wrap; gap: 4px 8px; }
.breakerflow-site .breakerflow-link { border: 0; background: none; padding: 0; color: var(--red-ui-text-color-link, #0088cc); text-decoration: underline; cursor: pointer; overflow-wrap: anywhere; text-align: start; }
.breakerflow-site .breakerflow-buttons { padding: 0 0 2px; margin: 6px 0; align-items: flex-end; }
.breakerflow-site .breakerflow-page > .breakerflow-buttons { padding: 8px 8px 0; margin: 0; }
.breakerflow-site .breakerflow-page section { padding: 0 8px; }
.breakerflow-site h4 { margin: 14px 0 4px; font-size: 1em; font-weight: 600; }
.breakerflow-site .breakerflow-item { padding: 4px 0; }
.breakerflow-site .breakerflow-item + .breakerflow-item { border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-site section > .breakerflow-note, .breakerflow-site section > .breakerflow-error, .breakerflow-site .breakerflow-facts .breakerflow-error { padding: 2px 0; }
.breakerflow-site .breakerflow-line { display: flex; flex-wrap: wrap; gap: 0 8px; justify-content: space-between; overflow-wrap: anywhere; }
.breakerflow-site .breakerflow-failed, .breakerflow-site .breakerflow-failed .breakerflow-secondary { color: var(--red-ui-text-color-error, #b00); }
.breakerflow-site .breakerflow-ok { color: var(--red-ui-text-color-success, #2a8a2a); }
.breakerflow-site .breakerflow-bar { height: 6px; margin-top: 3px; border-radius: 3px; overflow: hidden; background: var(--red-ui-secondary-border-color, #ddd); }
.breakerflow-site .breakerflow-bar span { display: block; height: 100%; background: var(--red-ui-text-color-success, #2a8a2a); }
.breakerflow-site .breakerflow-full span { background: var(--red-ui-text-color-error, #b00); }
.breakerflow-site .breakerflow-check { display: block; padding: 3px 8px; margin: 0; width: auto; }
.breakerflow-site section .breakerflow-check { padding: 3px 0; }
.breakerflow-site .breakerflow-check input { width: auto; margin: 0 4px 2px 0; }
.breakerflow-site ul.breakerflow-calls { list-style: none; margin: 0; padding: 0; }
.breakerflow-site .breakerflow-calls li { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: center; padding: 3px 8px; border-top: 1px solid var(--red-ui-secondary-border-color, #ddd); font-variant-numeric: tabular-nums; }
.breakerflow-site .breakerflow-calls li > button { margin-inline-start: auto; }
.breakerflow-site .breakerflow-ending-notDone, .breakerflow-site .breakerflow-ending-unknown { color: var(--red-ui-text-color-warning, #b78000); }
.breakerflow-site .breakerflow-operation { flex: 1 1 130px; min-width: 0; overflow-wrap: anywhere; font-weight: 600; }
.breakerflow-site .breakerflow-simulated { margin: 8px; padding: 6px 8px; border: 1px dashed var(--red-ui-text-color-warning, #b78000); border-radius: 4px; }
.breakerflow-site fieldset.breakerflow-panel { border: 0; margin: 0; padding: 0; min-width: 0; }
.breakerflow-site .breakerflow-field { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: center; width: 100%; margin: 3px 0; }
.breakerflow-site .breakerflow-field > span { flex: 1 1 100px; }
.breakerflow-site .breakerflow-field > select, .breakerflow-site .breakerflow-field > input { flex: 2 1 120px; width: auto !important; }
.breakerflow-site .breakerflow-field > select { flex-basis: auto; max-width: 100%; }
.breakerflow-site .breakerflow-clock { display: block; font-weight: 600; font-variant-numeric: tabular-nums; }
.breakerflow-ghost { position: fixed; z-index: 1000; pointer-events: none; transform: translate(-50%, -50%); padding: 4px 12px; border-radius: 5px; border: 1px solid #8a6a1f; background: #E9B44C; color: #222; opacity: 0.6; font: 14px var(--red-ui-primary-font, Helvetica, Arial, sans-serif); max-width: 240px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.breakerflow-ghost.breakerflow-droppable { opacity: 1; }
@container (min-height: 461px) { .breakerflow-site .breakerflow-candidates { max-height: 40cqh; overflow-y: auto; } }
@container (max-height: 460px) { .breakerflow-site .breakerflow-replace { border: 0; padding: 0; margin: 0; } .breakerflow-site .breakerflow-protect .breakerflow-secondary { display: none; } .breakerflow-site .breakerflow-schedule > .breakerflow-note { padding: 2px 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .breakerflow-site .breakerflow-head { height: 26px; } .breakerflow-site .breakerflow-tabs { flex: 0 0 auto; } .breakerflow-site .breakerflow-account { flex: 0 1 auto; max-width: calc(66% - 203px); } .breakerflow-site .breakerflow-site-view > .breakerflow-searchbar { position: absolute; top: 1px; right: 2px; width: 34%; padding: 0; } .breakerflow-site .breakerflow-head:has(.breakerflow-account[hidden]) ~ .breakerflow-site-view > .breakerflow-searchbar { width: calc(98% - 205px); } .breakerflow-site .breakerflow-tabs button { flex: 0 0 22px; padding: 2px; } .breakerflow-site .breakerflow-tabs span { display: none; } .breakerflow-site .breakerflow-account select { height: 22px; padding: 0 2px; font-size: 0.9em; } .breakerflow-site .breakerflow-searchbar { padding: 2px 4px; } .breakerflow-site .breakerflow-searchbar input[type=search] { height: 22px; padding: 0 6px; font-size: 0.9em; } .breakerflow-site .breakerflow-site-view > .breakerflow-count-note { position: absolute; width: 1px; height: 1px; padding: 0; clip-path: inset(50%); } .breakerflow-site [role=treeitem] { font-size: 0.9em; } .breakerflow-site .breakerflow-details { padding: 2px 8px; max-height: 55%; } .breakerflow-site .breakerflow-details:has(.breakerflow-question) { max-height: 80%; } .breakerflow-site .breakerflow-details:has(.breakerflow-replace:not([hidden])) { max-height: 90%; } .breakerflow-site .breakerflow-tree { min-height: 40px; } .breakerflow-site .breakerflow-facts { display: block; margin: 0; } .breakerflow-site .breakerflow-facts dt, .breakerflow-site .breakerflow-facts dd:not(.breakerflow-error, .breakerflow-fact-lock, .breakerflow-fact-claims) { display: none; } .breakerflow-site .breakerflow-site-view > .breakerflow-note { padding: 2px 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: none; } .breakerflow-site .breakerflow-details .breakerflow-buttons { margin: 2px 0; } }
@container (max-width: 420px) { .breakerflow-site .breakerflow-age { display: none; } .breakerflow-site .breakerflow-age-short { display: block; } }
@container (max-width: 480px) { .breakerflow-site .breakerflow-tabs span { display: none; } }
@container (max-width: 330px) { .breakerflow-site .breakerflow-evse { max-width: 5em; overflow: hidden; text-overflow: ellipsis; } }
@container (max-width: 230px) { .breakerflow-site [role=treeitem] { gap: 3px; } .breakerflow-site .breakerflow-name { min-width: 8px; } .breakerflow-site .breakerflow-evse { display: none; } .breakerflow-site .breakerflow-power, .breakerflow-site .breakerflow-age-short { min-width: 0; } .breakerflow-site .breakerflow-facts { grid-template-columns: 1fr; gap: 0; } .breakerflow-site .breakerflow-facts dd { margin-bottom: 3px; } }
@container (max-width: 230px) and (max-height: 460px) { .breakerflow-site .breakerflow-tabs button { flex: 0 0 18px; padding: 2px 0; } .breakerflow-site .breakerflow-account { max-width: calc(66% - 147px); } .breakerflow-site .breakerflow-head:has(.breakerflow-account[hidden]) ~ .breakerflow-site-view > .breakerflow-searchbar { width: calc(98% - 149px); } }
`;

export function addSidebarStyle(): void {
  addStyleSheet(css);
}
