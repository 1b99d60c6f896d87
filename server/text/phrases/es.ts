import type { Phrases } from './phrases.ts'

export const es: Phrases = {
  filler:
    'por_favor porfavor porfa porfis pf sí si no ok okay okey vale bueno bien pues entonces eh este ehm ah oh ya claro perdón perdona perdone disculpa disculpe disculpen oye oiga y pero también ahora solo jaja jajaja jeje che señor señora señorita estimado estimada estimados amigo amiga amigos amable gentilmente a_ver mira',
  greeting: [
    'hola holaa holi holis holita hello hi hey ey buenas buenos buen saludos wenas alo aló qué_tal que_tal qué_onda que_hubo quiubo qué_hubo epa buenosdias bnos bns kiubo ola ~ días dias día dia tardes noches muy a todos todas tod@s como qué tal bot asistente chatbot equipo gente cordiales un cordial saludo buenos buenas de_nuevo otra_vez soy yo ahí como_va ustedes usted tengan tenga qué_más onda qué_pasa pasa mucho gusto',
    'alguien + ahí aquí hay ~ hay está esta por',
    'gusto encantado encantada placer ~ mucho de conocerte conocerlo en es un saludarte saludarle saludarlos',
    'qué_pasa qué_hay qué_más qué_cuentas ~ de nuevo tío',
  ],
  dismissal: [
    'no_importa da_igual olvídalo olvidalo olvídelo olvidelo olvídate olvidate déjalo dejalo déjelo dejelo no_pasa_nada no_te_preocupes no_se_preocupe lo_encontré lo_encontre no_es_importante ya_está ya_esta no_te_preocupe ~ ya de eso la respuesta solo sola entonces no he encontrado mi pregunta está bien todo yo',
  ],
  thanks: [
    'gracias grasias graciass grcs thanks thx agradezco agradecido agradecida agradecer agradecimiento agradecemos graciaas merci mil_gracias ~ muchas muchisimas muchísimas mil un_millón millón infinitas por x tan rápida pronta todo la el tu su las los ayuda ayudarme información info respuesta respuestas tiempo atención orientación rápida responder aclarar explicación paciencia explicarme de a ti usted ustedes te le les lo mucho muy de_antemano antemano amable anticipadas es fue era ha sido eso me sirvió sirve genial perfecto excelente vuestra apoyo un montón totales infinitamente nuevamente de_verdad bot asistencia contestar dudas resolver muchas_ tus aclaración',
    'genial perfecto perfecta excelente estupendo fantástico maravilloso buenísimo buenisimo bacán chévere padre guay increíble bárbaro súper super útil ayudó ayudado sirvió sirve bravo crack máquina mola fenomenal grande joya ayudaste chido maravilla ~ eso es fue esto me ha has ayuda ayudado mucho muy todo está de gran justo lo que necesitaba buscaba quería eres qué la buena respuesta trabajo te luciste gracias un una qué_bien muy_bien está_bien encanta',
    'justo exactamente precisamente + buscaba necesitaba quería buscando ~ es eso lo que era estaba justamente yo',
    'entendido entiendo comprendo listo dale vale_vale anotado comprendido de_acuerdo está_bien ok okey okay vale muy_bien ya_veo ya_entendí perfecto órale sale va ~ todo muy ya lo ahora ok bien está tengo claro me queda quedó',
    'funcionó funciona resuelto solucionado ~ ya me ha sido problema mi el está eso todo perfecto + ya eso está problema me',
    'salvado salvaste salvó alegraste alegrado + vida día semana tarde mañana + me nos ~ has ha la el nos de verdad literalmente eso',
    'sol ángel héroe amor salvador salvadora mejor mejores campeón + eres sois ~ un una el la los mi de verdad',
  ],
  goodbye: [
    'adiós adios adiosito chao chau chaíto bye byebye hasta_luego hasta_pronto hasta_mañana hasta_la_vista hasta_la_próxima nos_vemos nos_hablamos hablamos hasta_otra hastaluego me_voy cuídate cuidate cuídense abur agur ~ luego pronto mañana ratito que tengas tenga tengan pases pase un una buen buena bonito lindo feliz excelente día tarde noche fin_de_semana finde semana y vista próxima a todos hasta otra después mucho bastante más tarde igualmente cuídense baby el lunes ahora me_voy',
    'día dia tarde tardes noche noches finde fin_de_semana semana jornada ~ que tengas tenga tengan pases pase un una buen buena bonito bonita lindo linda feliz excelente te le deseo buenas igualmente para ti usted también + tengas tenga tengan pases pase feliz deseo',
    'es_todo eso_es_todo eso_sería_todo sería_todo nada_más eso_era_todo es_todo_por ~ por hoy ahora el momento lo que quería saber necesitaba con eso era gracias',
    'me_tengo_que_ir tengo_que_irme debo_irme me_despido ~ ya ahora hasta luego',
  ],
  identity: [
    'cómo como + estás estas está esta están andas anda va vas tal le te ~ tú tu usted ustedes hoy todo bien muy tal y vos te la el día qué ha ido vida cosas las encuentras trata que por ahí te_va',
    'qué_tal_estás qué_tal_todo qué_tal_te_va todo_bien estás_bien cómo_te_va y_tú y_usted qué_tal_el_día ~ hoy amigo bien tú',
    'quién quien quienes + eres es sos está habla hablando hablo responde respondiendo contesta ~ usted tú vos con estoy realmente exactamente ahí me en_realidad de verdad al otro lado tengo el gusto este esto_es atiende + eres usted sos habla hablando hablo responde respondiendo contesta ahí tú vos atiende',
    'qué que + eres sos ~ usted es tú vos exactamente cosa en realidad tipo de bot + eres sos usted',
    'robot bot humano humana persona máquina maquina ia inteligencia chatbot real programa ordenador computadora chatgpt gpt software automático artificial ~ eres es sos usted tú vos un una o de verdad realmente esto estoy hablando hablo con acaso chateando solo serás alguna ser vivo viva hombre mujer alguien verdadera algún tipo + eres sos es_usted usted hablando hablo estás_seguro chateando es_esto serás esto_es tú',
    'llamas llama llamás nombre llamo ~ cómo como te se usted cuál cual es tu su tienes tiene un qué puedo saber dime puedes decirme + tu su te se tienes usted',
    'quién quien + creó hizo programó diseñó desarrolló fabricó entrenó creo hiso ~ te lo a ti',
    'preséntate presentate presentarte háblame cuéntame preséntese ~ de ti puedes por un poco sobre algo te tú usted + ti preséntate presentate presentarte preséntese',
    'estás_ahí estas_ahi sigues_ahí está_ahí ~ todavía aún aun hola',
    'cómo como + funcionas trabajas ~ tú exactamente',
  ],
  abilities: [
    'qué que cómo como cuáles cuales en_qué con_qué sobre_qué para_qué + puedes puede podés sabes sabe haces hace hacés ayudas ayuda ayudar ayudarme ofreces podrías podría pueden sirves sirve puedo haces_tú ~ tú usted vos hacer me por mí mi aquí exactamente todo cosas en con sobre para responder contestar preguntarte preguntar preguntas qué_cosas ayudarme temas tipo de tipos te nos cuáles son tus funciones capaz eres bot chat asistente este hoy saber + puedes puede podés sabes haces ayudas ayudarme ayudar ofreces podrías podría pueden sirves preguntarte hacés bot chat asistente',
    'qué_te qué_le qué_tipo_de_preguntas qué_preguntas + puedo_preguntar puedo_hacer puedo_hacerte respondes puedes_responder responde contestas ~ aquí te',
    'puedes puede podés podrías podría pueden alguien me quisiera necesito quiero requiero ayúdame ayudame ayúdenme socorro auxilio + ayudar ayudarme ayuda ayudas apoyo ayudame ayúdame ayúdenme orientar orientarme auxilio socorro echar_una_mano asistencia ~ me con algo un una poco de tú usted que aquí urgente en a su tu por mi mano el quien quién ayudar dar',
    'ayuda ayúdame ayudame ayúdenme sos_ayuda ~ necesito quiero urgente un poco de con algo',
    'pregunta preguntas duda dudas consulta consultas preguntar preguntarte preguntarle consultar ~ tengo una un unas algunas quiero quisiera puedo hacer hacerte hacerle te le otra rápida pequeña me gustaría sobre algo cosa par de para ti usted podría necesito dos varias más quería gustaria surgió surge + tengo quiero quisiera puedo gustaría quería una otra podría surgió surge',
    'función funciones propósito capacidades habilidades tarea objetivo trabajo utilidad ~ cuál cual cuáles cuales es son tu tus su sus qué para tienes eres + tu tus su sus tienes',
    'cómo + usarte utilizarte usa uso ~ puedo este chat bot se debo asistente te + usarte utilizarte chat bot asistente',
  ],
  trouble: [
    'funciona funcionan funcionó funcionar funcionando funcionaba anda marcha jala va + no nada sin ~ me a mi mí esto eso ya sigue todavía aún tampoco bien para aquí por_qué el se está de ninguna manera todo pues',
    'roto estropeado averiado descompuesto + está esto se_ha eso todo ~ ya otra vez',
  ],
  complaint: [
    'inútil inutil estúpido tonto tonta idiota malo mala basura mierda pésimo pésima ridículo horrible terrible patético + eres es son esto este esta bot chatbot asistente respuesta usted ~ un una tan muy realmente completamente totalmente tu su qué una_verdadera',
    'ayuda ayudó ayudado ayudas útil sirve sirves sirvió + no nada + esto eso me respuesta eres tu ~ de ha has muy para nada es fue la en absoluto no',
    'equivocado equivocada incorrecto incorrecta errónea tontería falso + eso_es esto_es es respuesta está ~ la tu su es una eso esto completamente totalmente mal',
    'entiendes entiende entendiste entendido + no nada ~ me tu usted has ha mi pregunta bien',
    'gracias_por_nada',
    'ayuda sirve sirvió ayudó + no nada ~ me eso esto para de nos ya sigue sin',
  ],
  person: [
    'hablar hable hablo comunicar comunicarme comunícame comuníqueme comunicas conectar conéctame conecta pasar pásame páseme pásenme transferir transfiéreme transfiérame contactar contacto chatear conversar atender atienda atención atendido atendida atiendan platicar derivar derívame llamar ponme póngame dirigirme contactarme + humano humana humanos persona personas alguien agente asesor asesora representante operador operadora ejecutivo ejecutiva empleado soporte servicio_al_cliente atención_al_cliente encargado responsable equipo técnico gente supervisor gerente ser_humano trabajador consultor asistencia_técnica ~ quiero quisiera necesito puedo puede puedes podría me gustaría con un una real reales de verdad el la del al en vivo por a que se es posible cómo hay forma manera deseo prefiero directamente alguna física mejor ser usted ustedes su vuestro servicio cliente atención carne y hueso poder para que_sea no_un no robot bot otra ver algún hacer podrían ti tú soy línea ya pueda quien',
    'humano agente asesor asesora operador operadora representante ejecutivo ~ un una quiero quisiera necesito real de verdad en vivo hay algún alguna no bot robot con ser atención línea disponible dame + humano real vivo quiero quisiera necesito hay asesor asesora operador operadora representante línea',
    'persona gente alguien + real reales humana verdad viva física ~ una un quiero quisiera necesito hay de alguna que no sea bot robot por ahí me atienda aquí con',
    'me_pueden_llamar me_puede_llamar pueden_llamarme puede_llamarme llámame llamame llámenme llámeme devuelvan llamada llamen llamar ~ me pueden puede alguien que una quiero quisiera necesito la por teléfono a solicito + me_pueden_llamar me_puede_llamar pueden_llamarme puede_llamarme llámame llamame llámenme llámeme devuelvan alguien solicito llamen',
    'no + robot bot máquina maquina chatbot ~ quiero hablar con un una seguir hablando contigo este esta más me',
    'llamar llamarles llamarlos llamaros llamarte llamarle teléfono telefono número_de_teléfono + les los os te le ustedes tienen tienes su vuestro hay llamarles llamarlos llamaros llamarte llamarle ~ puedo podría se a un el cuál es algún dónde por número de al que pueda para cómo',
    'cuál_es me_da me_dan dónde_está + su_número tu_número vuestro_número su_teléfono vuestro_teléfono número_de_teléfono ~ el de teléfono un',
    'puedo_llamar podemos_llamar puedo_telefonear ~ os les a alguien ustedes por teléfono',
  ],
}
