/**
 * Words of customer support that stand for each other in French, a group on each line. Compiled by
 * hand, by the subjects that help centres have in common, from the senses that general dictionaries
 * give first; from no document or question of a particular site.
 */
export const fr = `
annuler, résilier, rétracter
annulation, résiliation, rétractation
coût, prix, tarif, frais
coûter, valoir
gratuit, offert
cher, onéreux, coûteux
abordable, économique
payer, régler, acquitter
paiement, règlement, versement
acheter, commander
achat, commande
reçu, justificatif
rembourser, restituer
remboursement, restitution
remise, réduction, rabais
abonnement, forfait, adhésion
abonné, adhérent, membre
essai, démo
acompte, arrhes
échéance, mensualité
taxe, tva, impôt
salaire, rémunération, paie
argent, monnaie
carte, cb
panier, chariot
magasin, boutique
agence, succursale
vendeur, commerçant, marchand
client, acheteur
utilisateur, usager
invité, visiteur
produit, article, marchandise
stock, inventaire
disponible, dispo
livrer, expédier, envoyer
livraison, expédition, envoi
colis, paquet
transporteur, livreur
retard, délai
suivre, suivi
retourner, renvoyer, rendre
retour, renvoi
échanger, remplacer
échange, remplacement
garantie, assurance
cassé, défectueux, abîmé, endommagé
dommage, dégât
perdu, égaré
perdre, égarer
téléphone, portable, mobile, smartphone
ordinateur, pc
écran, moniteur, affichage
clavier, touche
enceinte, haut-parleur
casque, écouteurs
batterie, pile, accumulateur
chargeur, adaptateur
câble, cordon, fil
prise, connecteur
télécommande, commande
imprimante, copieur
photo, image, photographie
film, vidéo
audio, volume
désactiver, éteindre
activer, allumer
démarrer, lancer, ouvrir, commencer
arrêter, stopper, terminer
redémarrer, réinitialiser
planter, bloquer
lent, ralenti
rapide, vite
silencieux, muet
installer, configurer, paramétrer
installation, configuration
paramètre, réglage, option, préférence
désinstaller, supprimer
actualiser, rafraîchir
version, édition
application, appli, logiciel, programme
navigateur, chrome, firefox
lien, url
bouton, touche
dossier, répertoire
fichier, document
formulaire, questionnaire
connecter, identifier
connexion, identification
déconnecter, déconnexion
inscrire, enregistrer
inscription, enregistrement
compte, profil
identifiant, login
vérifier, confirmer
vérification, confirmation
bloqué, verrouillé
bloquer, verrouiller
débloquer, déverrouiller
autoriser, permettre
interdire, défendre
autorisation, permission, accès
administrateur, admin
mail, courriel, email
message, texto, sms
notification, alerte, rappel
appeler, téléphoner
contacter, joindre
contact, coordonnées
parler, discuter
réponse, retour
question, demande
réclamation, plainte
avis, évaluation, commentaire
suggestion, proposition, idée
aide, assistance, support
conseiller, agent
problème, souci, difficulté
erreur, panne, défaut, bug
réparer, résoudre, corriger
réparation, dépannage
entretien, maintenance
supprimer, effacer, enlever
vider, nettoyer
ajouter, insérer
modifier, changer, éditer
modification, changement
renommer, rebaptiser
copier, dupliquer
déplacer, transférer
déménager, déménagement
sauvegarder, enregistrer
sauvegarde, copie
restaurer, récupérer
importer, charger
exporter, télécharger
partager, communiquer
collecter, recueillir
conserver, garder
conservation, stockage
privé, confidentiel, personnel
sécurité, protection
sûr, sécurisé
virus, malware
fraude, arnaque
voler, vol
cacher, masquer
montrer, afficher
choisir, sélectionner
trouver, chercher, localiser
fusionner, combiner
taille, dimension
durée, longueur
grand, gros
petit, minuscule
maximum, limite, plafond
quantité, nombre, montant
augmenter, accroître
diminuer, réduire, baisser
expirer, échoir
expiration, échéance
renouveler, prolonger
renouvellement, prolongation
ouvert, ouverture
fermé, fermeture
vacances, congé
voyage, trajet, déplacement
réserver, réservation
reporter, décaler
billet, ticket
bagage, valise
hôtel, hébergement
voiture, véhicule, auto
garer, stationnement, parking
adresse, lieu
bureau, siège
entreprise, société, compagnie
employé, salarié
collègue, confrère
chef, patron
emploi, poste, travail
embaucher, recruter
démissionner, quitter
contrat, accord
conditions, modalités
règle, règlement
loi, législation
avocat, juriste
indemnité, compensation
médecin, docteur
malade, souffrant
médicament, remède
enfant, mineur
langue, langage
traduire, traduction
`
