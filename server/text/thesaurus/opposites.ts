/**
 * Procedures and their opposites, which documents describe in the same words: beginnings of words
 * in English, German, French and Spanish, a pair on each line. `_` stands for an ending and an
 * object of up to three words: "turn_ off" is in "turned the old phone off"; `.` ends a word.
 */
export const opposites = `
back up, backing up, backed up, backup, sichern., sicherung, sichere, sauvegard <> restor, recover, wiederherstell, restaur
install <> uninstall, deinstallier, désinstall, desinstal
enabl, activat, turn_ on., switch_ on., aktivier, einschalt, activ <> disabl, deactivat, turn_ off., switch_ off., deaktivier, abschalt, ausschalt, désactiv, desactiv
subscri, abonn, suscri <> unsubscri, abbestell, désabonn, darse de baja
add., adds., adding., added., hinzufüg, ajout, añad, agreg <> remov, delet, entfern, lösch, supprim, elimina, quitar
creat, anleg, erstell, créer, crear <> delet, remov, lösch, entfern, supprim, eliminar, borrar
start., starts., starting., started., starten, démarr, iniciar <> stop., stops., stopping., stopped., anhalten, stoppen, arrêt, detener
import <> export
upload, hochlad, téléverser, subir <> download, herunterlad, télécharger, descargar
upgrad <> downgrad
encrypt, verschlüssel, chiffr, cifrar <> decrypt, entschlüssel, déchiffr, descifrar
lock., locks., locking., locked., sperr, verrouill, bloquear <> unlock, entsperr, déverrouill, desbloquear
log in, logging in, logged in, login, sign in, signing in, signed in, anmeld, connexion, iniciar sesión <> log out, logging out, logged out, logout, sign out, signing out, signed out, abmeld, déconnexion, cerrar sesión
mount <> unmount
connect, verbind <> disconnect, trenn
increas, erhöh, augment, aument <> decreas, reduc, lower, verringer, senk, diminu, réduir
pair., pairs., pairing., paired. <> unpair
grant <> revok
open., opens., opening., opened. <> close., closes., closing., closed.
show., shows., showing., display <> hide., hides., hiding.
`
