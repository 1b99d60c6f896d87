import type { Phrases } from './phrases.ts'

export const pt: Phrases = {
  filler:
    'por_favor porfavor pf pfv pff faz_favor se_faz_favor sim não nao ok okay okey tá ta bem bom então entao pois é eh hum ah oh já desculpe desculpa com_licença perdão e mas também tambem agora só rs rsrs kkk haha opa ei olha senhor senhora sr sra caro cara prezado prezados prezada gente pessoal amigo amiga moço moça mano aí',
  greeting: [
    'olá ola oi oie oii oiê bom_dia boa_tarde boa_noite bomdia boatarde boanoite alô alo hello hi hey e_aí eai e_ai salve opa saudações saudacoes cumprimentos bom_diaa oiee bdia bd fala eae viva ~ bom boa dia tarde noite tudo a todos todas pessoal você vc bot assistente chatbot equipe equipa aí de_novo bem malta como vai sou eu galera cordiais beleza blz cara',
    'alguém alguem + aí ai aqui ~ tem está há por online',
    'prazer ~ em te conhecer conhecê lo la muito é um',
    'tudo_bom tudo_bem beleza blz tudo_joia tudo_certo ~ aí com você por ai ou',
  ],
  dismissal: [
    'deixa_pra_lá deixa_pra_la deixa_para_lá deixe_para_lá deixa_estar esquece esqueça esqueca não_importa nao_importa tanto_faz não_faz_mal nao_faz_mal já_encontrei ja_encontrei já_achei ja_achei ~ isso então entao sozinho sozinha a resposta eu encontrei achei já está bem tudo disso pergunta minha',
  ],
  thanks: [
    'obrigado obrigada obg obgd brigado brigada brigadão obrigadão obrigadinha obrigadinho agradeço agradecido agradecida agradecimentos valeu vlw thanks thx grato grata gratidão gracias brigadu ~ muito muitíssimo mto mt pela pelo por toda tudo ajuda resposta respostas informação informações info tempo atenção esclarecimento explicação rápida a você vc te lhe o os desde já antecipadamente me ajudou ajudar foi é era perfeito ótimo imenso mesmo mil de_coração demais bastante sempre suporte paciência dica dicas fico sua seu tua teu todos pelas responder bom excelente útil ajudado do da apoio',
    'perfeito perfeita ótimo otimo ótima excelente maravilha maravilhoso legal bacana fantástico incrível show top massa fixe show_de_bola ajudou útil espetacular genial sensacional boa porreiro beleza joia bravo parabéns ~ isso foi é era me muito demais de bola mesmo você vc tu está resposta trabalho exatamente o que eu precisava queria procurava ser super mto ajudaste tão saber bom grande',
    'exatamente justamente precisamente mesmo + precisava queria procurava procurando ~ isso era o que eu é foi estava',
    'entendi entendido compreendi percebi certo ok okay beleza blz tranquilo combinado tá_bom tá_certo está_bem de_acordo pode_ser saquei ta_bom suave tudo_bem claro ~ já tudo isso tá agora bem está eu está_tudo',
    'funcionou resolvido resolveu consegui deu_certo ~ já meu problema isso está foi agora o tudo',
    'salvou salvaste salvaram ganhou + vida dia semana pele tarde ~ você vc tu me minha meu a o nos mesmo isso',
    'anjo herói melhor melhores salvador gênio génio campeão máximo + você vc tu és ~ é são um uma o a os meu minha mesmo demais',
  ],
  goodbye: [
    'tchau tchauzinho xau adeus até_logo até_mais até_breve até_amanhã até_já até_depois até_à_próxima até_a_próxima até_mais_ver até_próxima bye byebye falou flw fui abraço abraços beijos bjs bj até_lá até_uma_próxima ciao chau xauzinho ~ tenha tenham um uma bom boa dia tarde noite fim_de_semana fds semana logo mais amanhã próxima a todos para ti vc você também ótimo resto de excelente e até final continuação',
    'dia tarde noite fim_de_semana final_de_semana semana fds ~ tenha tenham um uma bom boa ótimo ótima excelente bom_resto de para você vc também lindo desejo te e até resto + tenha tenham excelente ótimo ótima desejo lindo fim_de_semana final_de_semana fds',
    'é_só é_isso era_só_isso é_tudo só_isso era_isso seria_só_isso por_hoje_é_só ~ por hoje agora enquanto isso que eu queria saber mesmo era precisava',
    'tenho preciso + ir sair ~ que de agora já embora',
  ],
  identity: [
    'como + está esta estás vai vão anda tá passa ~ você vc tu o senhor hoje as coisas indo tudo se sente a vida seu dia',
    'tudo_bem_com_você como_vai como_está como_tás tudo_bem_contigo e_você e_tu tás_bem está_tudo_bem tudo_certo_com_você ~ hoje você vc contigo e',
    'quem + é és falando falo fala está conversando atende ~ afinal você vc tu com estou eu aí realmente exatamente do outro lado mesmo o senhor na verdade a me responde respondendo lá + você vc tu falando falo fala és conversando atende respondendo aí',
    'que quê oque + é és ~ você vc tu o exatamente mesmo afinal + você vc tu és',
    'robô robo bot humano humana pessoa máquina maquina ia inteligência chatbot real programa computador verdade chatgpt gpt artificial automático ~ é és você vc tu um uma ou o de estou eu falando com mesmo realmente a falar isto isso aqui alguém só falo será que conversando alguma ser vivo verdadeira gente algum + você vc tu és falando falar falo conversando isto_é isso_é',
    'nome chama chamas chamo ~ seu teu qual é o se te como você vc tu tem um sua posso saber diga me + seu teu você vc tu te tem se',
    'quem + criou fez programou desenvolveu construiu inventou treinou ~ você vc te foi que',
    'apresente apresenta apresentar fale conte apresentes ~ se te sobre você vc de si um pouco me pode mais fala ti + se te você vc ti si',
    'está_aí você_está_aí tá_aí ainda_está_aí estás_aí ~ você vc ainda',
    'como + funciona trabalha funcionas ~ você vc tu + você vc tu funcionas',
  ],
  abilities: [
    'que o_que oq como quais em_que com_que sobre_o_que pra_que para_que no_que + pode podes faz fazes sabe sabes consegue ajuda ajudar poderia serve serves posso consegues fazem ~ você vc tu fazer me por mim aqui exatamente para perguntar te lhe tudo em coisas o responder tipo de perguntas ajudar ser útil capaz é temas assuntos este chat bot assistente a hoje saber + você vc tu podes fazes sabes consegues me te lhe serves bot chat assistente',
    'o_que que_tipo_de_perguntas quais_perguntas que_perguntas + posso_perguntar posso_fazer você_responde vc_responde respondes ~ aqui te',
    'ajuda ajudar ajude ajudem socorro ajudas auxílio apoio mão ~ preciso de me pode você vc podes poderia podia alguém quero gostaria uma com uma_coisa urgente tu algo um pouco aqui consegue consegues por quem dar necessito peço precisando estou a + preciso me pode podes poderia podia alguém quero gostaria ajuda socorro ajude ajudem necessito',
    'dúvida duvida pergunta perguntas dúvidas duvidas perguntar ~ perguntar coisa coisas lhe tenho uma umas queria posso fazer gostaria de te lhe tirar rápida algumas eu tirar_uma quero pequena outra para duas surgiu esclarecer colocar fazer_uma algo estou com + tenho queria posso gostaria quero surgiu esclarecer tirar estou',
    'sua seu tua teu suas + função funções objetivo propósito trabalho capacidades finalidade habilidades tarefa ~ qual é quais são o a as',
    'como + usar uso utilizar utilizo ~ você vc te este esse chat bot eu posso o + você vc te chat bot',
  ],
  trouble: [
    'funciona funcionam funcionou funcionando funcionar deu dá funcionava + não nada sem ~ isso isto aqui ainda está tá para mim comigo mais continua certo por_que porquê já me a de jeito nenhum pra',
    'quebrado estragado avariado + está tá isso isto tudo ~ ainda',
  ],
  complaint: [
    'inútil inutil estúpido estúpida burro burra idiota péssimo péssima lixo merda ridículo horrível terrível + você tu és é isto isso este esta esse essa bot chatbot assistente resposta ~ um uma tão muito realmente completamente totalmente sua tua que são',
    'ajuda ajudou ajudaste ajudado útil serve serviu + não nada + isto isso você tu resposta me ~ foi é em para nada a de esta essa muito sua',
    'errado errada incorreto incorreta besteira disparate + está isso_é resposta é ~ a sua tua isso isto completamente totalmente',
    'entende entendes entendeu entendeste percebes percebeu + não nada ~ me você tu a minha pergunta o que',
    'obrigado_por_nada obrigada_por_nada',
    'ajuda ajudou adianta adiantou + não nada ~ isso isto me em ainda',
  ],
  person: [
    'falar conversar ser_contactado ser_contatado contactar contatar contato contacto ligar transferir transfira transfere passar passa atendimento atendido comunicar atenda conectar conecte chamar encaminhar encaminhe me_passa fala atender chat teclar + humano humana pessoa alguém alguem atendente operador operadora agente assistente_humano suporte funcionário consultor representante colaborador vendedor gerente responsável equipe equipa pessoas gente técnico apoio_ao_cliente ser_humano atendimento_humano assessor ~ por quero queria preciso posso pode poderia podia gostaria de com um uma o a me real verdade por do da no para pra ser é possível eu como faço vivo em_vez robô bot há forma algum alguma carne e osso sac cliente ao serviço em prefiro consigo colocar contato em_contato entrar diretamente tem ter possa quem que seja não',
    'atendente humano operador operadora atendimento_humano ~ um uma quero preciso de real eu com tem algum atendimento não robô bot por pessoa me há disponível',
    'pessoa gente alguém + real verdade humana viva osso ~ uma de quero com há alguma preciso tem aí carne e falar que_seja',
    'liguem ligar ligue ligarem retornem retorno chamada ligação telefonem ~ me podem pode alguém para mim quero que de uma gostaria peço solicito + me alguém solicito liguem',
    'não nao + robô robo bot máquina chatbot ~ quero falar com um uma conversar este mais',
    'ligar telefonar telefone número_de_telefone número + vocês vos você têm tem vosso seu há lhes ~ posso para um o qual é algum onde por de que eu possa a pelo telefone ligar',
    'seu_número vosso_número teu_número seu_telefone vosso_telefone ~ qual é o de telefone me dá',
    'posso_ligar posso_telefonar podemos_ligar ~ para vocês vos alguém por telefone',
  ],
}
