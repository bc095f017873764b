import { originColumns } from '../../../audience/filter/fields.ts';

/** The fields that a column may be imported into, apart from `metadata.NAME` and '' for nothing. */
export const targets = [
  'email_address',
  'status',
  'tags',
  'notes',
  'metadata',
  'creation_date',
  'confirmation_date',
  'unsubscription_date',
  'unsubscription_reason',
  ...originColumns,
  'consent.date',
  'consent.ip_address',
  'consent.page_url',
  'consent.text',
] as const;

/** Usual headers in several languages, as `squeeze` writes them. */
const words: Record<string, string> = {
  email_address: `email emails emailaddress mail mailaddress useremail contactemail subscriberemail subscriber primaryemail
    email1value emailadresse mailadresse epost epostadresse epostadress correo correoelectronico direcciondecorreo
    direcciondecorreoelectronico direccioncorreoelectronico direcciondeemail direccionemail courriel adressemail adresseemail
    adressecourriel adresseelectronique adressedecourriel adressedemessagerie indirizzoemail indirizzomail
    indirizzodipostaelettronica postaelettronica emailadres mailadres enderecodeemail enderecoemail enderecoeletronico
    sahkoposti sahkopostiosoite adresemail adrespocztyelektronicznej poczta eposta epostaadresi emailovaadresa emailadresa
    メールアドレス メール eメール 邮箱 邮箱地址 电子邮件 电子邮箱 電子郵件 邮件地址 почта электроннаяпочта адресэлектроннойпочты имейл 이메일 이메일주소`,
  first_name: `firstname fname givenname forename vorname prenom primernombre voornaam imie fornavn fornamn etunimi имя ad
    nombredepila primeironome 名`,
  last_name: `lastname lname surname familyname nachname familienname zuname nomdefamille apellido apellidos cognome sobrenome
    apelido achternaam nazwisko etternavn efternavn efternamn sukunimi фамилия soyad 姓`,
  name: `name fullname displayname contactname nombre nombrecompleto nom nomcomplet nome nomecompleto naam volledigenaam navn
    namn nimi nazwa имяифамилия 名前 氏名 姓名 이름`,
  status: `status state type subscribertype subscriptionstatus subscriberstatus emailstatus membershipstatus tier
    subscriptiontier subscriptiontype estado statut stato etat situacao tila stan tipo typ`,
  tags: `tags tag labels label lists list listname groups group groupname segments segment categories interests etiquetas
    etiqueta etiquettes etiquette schlagworte schlagworter gruppen gruppe liste listen listes listas groupes groupe grupos
    grupo gruppi grupy taggar etiketten etykiety タグ 标签 теги метки`,
  notes: `notes note comment comments remarks notizen notiz bemerkung bemerkungen anmerkung anmerkungen kommentar notas nota
    remarque remarques commentaire commentaires opmerkingen observaciones observacoes uwagi notatki`,
  creation_date: `creationdate createdat createddate created datecreated createtime createdon creationtime signupdate
    signedupat signupat signuptime signup subscribedat subscribedon subscribeddate subscriptiondate subscribed datesubscribed
    subscribedate joinedat joined joindate datejoined joinedon dateadded addedat addeddate added optintime optindate optedinat
    registered registeredat registrationdate dateregistered userregistered startdate since timestamp anmeldedatum anmeldungam
    angemeldetam eintragungsdatum eingetragenam erstellt erstelltam registriertam fechadealta fechaalta fechadesuscripcion
    fechadecreacion fechaderegistro fechasuscripcion dateinscription datedinscription inscritle datedecreation dateajout
    dataiscrizione datadiiscrizione datadicreazione datadeinscricao datadecadastro datacadastro datadecriacao inschrijfdatum
    aanmelddatum aangemaaktop datazapisu dataudtworzenia datautworzenia luontipaiva liittymispaiva registreringsdato tilmeldt
    registreringsdatum датарегистрации датаподписки 登録日 注册时间 订阅时间
    date joineddate signedup optedin registeredon membersince subscribersince
    datum anmeldung anmeldezeitpunkt datumderanmeldung registrierung registrierungsdatum erstelldatum erstellungsdatum
    eintritt eintrittsdatum beitritt beitrittsdatum beigetretenam abonniertam abonniertseit abonnentseit mitgliedseit seit
    beigetreten angemeldet eingetragen registriert abonniert
    hinzugefugt hinzugefugtam hinzugefuegt hinzugefuegtam angelegtam zeitstempel
    inscription inscritele inscritdepuis creele datedajout ajoutele datedabonnement abonnele abonneele abonnedepuis membredepuis
    datedadhesion datedenregistrement enregistrele datedesouscription horodatage
    inscrit inscrite abonne abonnee dateabonnement datecreation dateadhesion
    fecha alta suscripcion suscritoel suscritodesde registradoel fechadeinscripcion inscritoel creado creadoel miembrodesde
    anadidoel fechadeadicion fechadeincorporacion marcatemporal
    inscrito suscrito registrado fecharegistro fechacreacion fechainscripcion fechaingreso fechadeingreso`,
  confirmation_date: `confirmationdate confirmedat confirmtime confirmdate confirmed confirmedon doubleoptindate verifiedat
    optinconfirmedat dateconfirmed bestatigtam bestatigungsdatum datumderbestatigung bestaetigtam bestaetigungsdatum
    datumderbestaetigung fechadeconfirmacion confirmadoel datedeconfirmation confirmele datadiconferma`,
  unsubscription_date: `unsubscriptiondate unsubscribedat unsubscribedate unsubscribeddate unsubtime optoutdate optouttime
    unsubscribedon cancelledat abmeldedatum abgemeldetam fechadebaja fechabaja datededesinscription datedesabonnement
    dateunsubscribed abmeldung datumderabmeldung gekundigtam gekuendigtam austrittsdatum abbestelltam desinscritle desabonnele
    datededesabonnement datederesiliation abgemeldet gekundigt gekuendigt desinscrit desabonne desuscrito fechadedesuscripcion
    baja dadodebajael fechadecancelacion canceladoel fechadeanulacion
    datadicancellazione datadisiscrizione datadedescadastro uitschrijfdatum`,
  unsubscription_reason: `unsubscriptionreason unsubscribereason unsubreason abmeldegrund grundderabmeldung motivodebaja
    motivodelabaja motifdedesinscription motifdedesabonnement`,
  ip_address: `ip ipaddress optinip signupip subscribeip ipadresse direccionip adresseip indirizzoip enderecoip ipadres
    adresip registrationip`,
  locale: `locale lang language languagecode preferredlanguage sprache idioma langue lingua taal jezyk sprak dil 言語 语言
    язык`,
  'consent.ip_address': 'confirmip confirmationip confirmedip doubleoptinip',
  'consent.date': 'consentdate consentat consenttimestamp consenttime gdprconsentdate einwilligungam',
  'consent.page_url':
    'signupurl signuppage pageurl landingpage landingpageurl formurl subscribedfrom consenturl',
  'consent.text': `consent consenttext formtext gdprconsent form formname signupform signupsource subscriptionsource
    optinsource einwilligung quelle herkunft fuente origine fonte source sourcename`,
  referrer_url: 'referrer referer referrerurl refererurl referringsite referralurl referrersite',
  utm_campaign: 'utmcampaign',
  utm_medium: 'utmmedium',
  utm_source: 'utmsource',
  metadata: 'metadata attributes attribs customfields customdata',
  // Numbers that mean something only to the other service.
  '': `id uuid guid subscriberid contactid memberid userid leid euid emailid secondaryid rowid memberrating opens clicks sent
    openrate clickrate emailsent emailopens emailclicks lastchanged updatedat modificationdate updated mailstate standing upgradedate churndate lastopendate
    lastclickdate reminderdate typebeforepause`,
};

const meanings = new Map(
  Object.entries(words).flatMap(([target, list]) =>
    list.split(/\s+/).map(word => [squeeze(word), target] as const),
  ),
);

/** Returns the field that a column with this name usually contains; undefined if the name says nothing. */
export function meaningOf(header: string): string | undefined {
  const squeezed = squeeze(header);
  return (
    meanings.get(squeezed) ??
    (/^(?:your)?e?mail(?:address)?(?:required)?$/.test(squeezed) ? 'email_address' : undefined)
  );
}

/** Returns the letters and digits of a header, without case and accents: `E-Mail-Adresse` is `emailadresse`. */
export function squeeze(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Returns the name under which a column is kept in the metadata: `Favourite Colour (2)` is `favourite_colour_2`. */
export function keyOf(header: string): string {
  const key = header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100)
    .toWellFormed();
  return key || 'column';
}
