/** What stands before a note, in the languages of the widget. */
const LABELS =
  'notes?|tips?|hints?|warnings?|cautions?|important|attention|danger|info|information|see also|hinweise?|anmerkung|tipp|achtung|warnung|vorsicht|wichtig|gefahr|siehe auch|remarque|astuce|attention|avertissement|conseil|voir aussi|nota|consejo|sugerencia|advertencia|aviso|precaución|atención|peligro|importante|véase también|suggerimento|consiglio|avviso|avvertenza|attenzione|dica|atenção|cuidado|perigo|opmerking|let op|waarschuwing|belangrijk|uwaga|wskazówka|ostrzeżenie|ważne|примечание|внимание|совет|важно|предупреждение|осторожно|примітка|увага|порада|важливо|попередження|not|ipucu|uyarı|önemli|dikkat|注|注意|注記|メモ|ヒント|警告|重要|提示|备注|说明|参考|참고|주의|경고|중요|팁|ملاحظة|تحذير|هام|تنبيه|הערה|אזהרה|חשוב|שים לב'
const LABEL = new RegExp(`^(?:${LABELS})(?: icon)?[:!：！]?$`, 'iu')

/** Whether a text is the label of a note, as "Note" or "Important:", and says nothing else. */
export function isNoteLabel(text: string): boolean {
  return LABEL.test(text.trim())
}
