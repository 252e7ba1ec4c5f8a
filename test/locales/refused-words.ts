import type { Language } from './catalog-files';

/** Words that stand in no text of a language, and the one that is used for the thing (docs/languages.md). */
export const refusedWords: Readonly<Record<Exclude<Language, 'en-US'>, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/brecher/i, 'Leistungsschalter'],
    [/(?<!Leistungs)schutzschalter/i, 'Leistungsschalter'],
    [/(Sammel|Stapel)befehl/, 'Gruppenbefehl'],
    [/Ladepunkt|Ladegerät/, 'Ladestation'],
    [/\bGriff|(Fern|Haupt)griff|Fernhebel|\bTripp|getrippt/, 'Handhebel, Fernantrieb, Auslösung'],
    [/\bKnoten/, 'Node'],
    [/Trockenlauf/, 'Probelauf'],
    [/Nutzlast/, 'Payload'],
  ],
  fr: [
    [/\bbrise-circuit|coupe-circuit/i, 'disjoncteur'],
    [/\bchargeurs?\b/i, 'borne de recharge'],
    [/\blevier|\bpoignée/i, 'manette'],
    [/nœud/, 'noeud'],
    [/’/, "'"],
    [/traitement par lots|commande par lots/i, 'commande groupée'],
    [/\btrippé/i, 'déclenché'],
  ],
  es: [
    [/\binterruptor/i, 'disyuntor'],
    [/\bcomando/i, 'orden'],
    [/\bsimulacro/i, 'ensayo sin envío'],
    [/\bpalanca|\bmanija/i, 'maneta'],
    [/\btripe/i, 'disparado'],
  ],
  'zh-CN': [
    [/空开|空气开关/, '断路器'],
    [/充电器|充电站/, '充电桩'],
    [/告警|警报/, '报警'],
    [/覆盖事件/, '接管事件'],
    [/帐户|账号/, '账户'],
    [/批处理/, '批量命令'],
    [/把手/, '手柄'],
  ],
  ja: [
    [/遮断器|ブレーカ(?!ー)/, 'ブレーカー'],
    [/シミュレータ(?!ー)/, 'シミュレーター'],
    [/サーバ(?!ー)/, 'サーバー'],
    [/ユーザ(?!ー)/, 'ユーザー'],
    [/ヘッダ(?!ー)/, 'ヘッダー'],
    [/トリガ(?!ー)/, 'トリガー'],
    [/アラーム/, '警報'],
    [/レバー/, 'ハンドル'],
    [/バッチ/, '一括コマンド'],
    [/充電ステーション/, '充電器'],
  ],
};
