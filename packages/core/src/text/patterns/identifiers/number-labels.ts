/** The types of numbers that their label alone identifies, in any form. */
export type LabelledType = "record_number" | "national_id" | "passport" | "driving_license";

/** The labels of a type of number. */
interface NumberLabels {
  type: LabelledType;
  /** The words next to a word for "number", separated by "|": "policy number", "n° de dossier", "Kundennummer". */
  subjects: readonly string[];
  /** Labels without such a word. */
  whole?: string;
}

/** The labels by type. To add one, add its words; the words for "number" and the order follow. */
export const labelSubjects: readonly NumberLabels[] = [
  {
    type: "record_number",
    subjects: [
      // English
      "record|medical record|health record|patient|chart|hospital|member|membership|subscriber|beneficiary|policy|policyholder|policy holder|insurance|insurance policy|health plan|medicaid|claim|customer|client|account|acct|case|file|employee|personnel|payroll|staff|student|applicant|loyalty|frequent flyer|donor|contract|user|docket|enrollee",
      // German
      "patienten|fall|akten|mitglieds|mitglieder|versicherten|krankenversicherten|versicherungs|krankenversicherungs|versicherungsschein|policen|schaden|schadens|kunden|konto|vertrags|personal|mitarbeiter|matrikel|teilnehmer|vorgangs",
      // French
      "dossier|dossier médical|assuré|adhérent|allocataire|police d'assurance|contrat|contrat d'assurance|compte|sinistre|membre|abonné|étudiant|bénéficiaire|salarié|mutuelle",
      // Spanish
      "historia clínica|historial|expediente|paciente|socio|socia|afiliado|afiliada|asegurado|póliza|siniestro|cliente|cuenta|contrato|empleado|alumno|abonado|beneficiario|tarjeta sanitaria",
      // Italian
      "cartella clinica|cartella|pratica|paziente|tessera|tessera sanitaria|polizza|sinistro|conto|contratto|assicurato|dipendente|utente|fascicolo",
      // Portuguese
      "processo|prontuário|beneficiário|apólice|conta|sócio|aluno|matrícula|carteirinha|associado|segurado|funcionário",
      // Dutch
      "patiënt|patiënten|lidmaatschaps|leden|lid|polis|schade|klant|klanten|rekening|personeels|verzekerden|verzekerings|studenten|zaak|cliënt|relatie",
      // Swedish, Danish, Norwegian, Finnish
      "journal|medlems|kund|avtals|ärende|försäkrings|skade|anställnings|kunde|aftale|sags|medarbejder|forsikrings|pasient|avtale|saks|polise|ansatt|potilas|jäsen|asiakas|tili|sopimus|vakuutus|vahinko|diaari|opiskelija|henkilöstö",
      // Polish
      "pacjenta|kartoteki|historii choroby|klienta|konta|polisy|polisa|umowy|umowa|szkody|sprawy|sprawa|członkowski|członka|legitymacji|pracownika|rachunku|albumu|ubezpieczenia",
      // Czech, Slovak
      "pacienta|pojistky|pojištěnce|pojistné smlouvy|smlouvy|smlouva|zákazníka|zákaznické|účtu|členské|člena|spisu|zaměstnance|pojistné události|poistky|poistenca|poistnej zmluvy|zmluvy|zmluva|zákaznícke|zamestnanca",
      // Hungarian, Romanian
      "ügyfél|beteg|kötvény|szerződés|bankszámla|tagsági|kár|iktató|pacient|pacientului|dosar|dosarului|clientului|cont|contului|contractului|poliță|poliței|membru|membrului",
      // Croatian, Serbian, Bosnian, Slovenian
      "pacijenta|klijenta|kupca|korisnika|člana|članski|ugovora|ugovor|računa|predmeta|osiguranika|kartona|пацијента|клијента|полисе|уговора|предмета|stranke|članska|pogodbe|zadeve|zavarovanca",
      // Bulgarian, Russian, Ukrainian
      "пациент|пациента|клиентски|клиент|полица|договор|сметка|дело|член|медицинской карты|истории болезни|полиса|страхового полиса|договора|клиента|счета|счёта|лицевого счета|лицевого счёта|дела|абонента|участника|табельный|полис|пацієнта|медичної картки|полісу|поліса|договору|клієнта|рахунку|справи|договір|поліс",
      // Greek, Turkish
      "πελάτη|ασθενούς|ασθενή|μητρώου|φακέλου|συμβολαίου|ασφαλιστηρίου|λογαριασμού|μέλους|υπόθεσης|müşteri|hasta|üye|üyelik|poliçe|dosya|sözleşme|hesap|abone|sicil|öğrenci|protokol",
      // Indonesian, Vietnamese
      "pasien|rekam medis|anggota|pelanggan|nasabah|rekening|kontrak|perkara|klaim|peserta|karyawan|khách hàng|bệnh nhân|hồ sơ|hồ sơ bệnh án|hợp đồng|hợp đồng bảo hiểm|thẻ bảo hiểm y tế|tài khoản|hội viên|nhân viên",
      // Arabic, Hebrew
      "المريض|الملف|الملف الطبي|العضوية|العضو|الوثيقة|البوليصة|وثيقة التأمين|العميل|الحساب|العقد|القضية|المشترك|الموظف|חבר|לקוח|תיק|תיק רפואי|פוליסה|מטופל|חוזה|חשבון|עובד|מנוי",
    ],
    whole: "mrn|nhc|ipp|kvnr|aktenzeichen|geschäftszeichen|matricule|matricola",
  },
  {
    type: "national_id",
    subjects: [
      "identity|identity card|id card|national id|national identity|national identification|citizen|social insurance|personal identity|tax identification|taxpayer identification|medicare",
      "sozialversicherungs|rentenversicherungs|personalausweis|ausweis|ahv|sv|carte d'identité|carte nationale d'identité|cni|sécurité sociale|sécu",
      "documento de identidad|cédula|cédula de identidad|seguridad social|carta d'identità|carta di identità|documento d'identità|cartão de cidadão|identificação civil|contribuinte|segurança social|bilhete de identidade|rg",
      "identiteitskaart|rijksregister|person|samordnings|cpr|fødsels|henkilö|henkilökortin",
      "dowodu osobistego|dowodu|rodné|občanského průkazu|občianskeho preukazu|taj|személyi igazolvány|személyi|carte de identitate|buletin|osobne iskaznice|osobni identifikacijski|matični|osebne izkaznice",
      "лична карта|единен граждански|снилс|инн|рнокпп|іпн|ταυτότητας|αμκα|αφμ|kimlik|tc kimlik|ktp|induk kependudukan|cmnd|cccd|căn cước công dân",
      "الهوية|الهوية الوطنية|القومي|بطاقة الهوية|זהות|תעודת זהות",
    ],
    whole:
      "svnr|ahv|insz|niss|nuss|egn|егн|oib|jmbg|emšo|cnp|снилс|рнокпп|αμκα|hetu|henkilötunnus|taj|curp|rut",
  },
  {
    type: "passport",
    subjects: [
      "pass|paszportu|pasu|cestovního pasu|cestovného pasu|pașaport|pașaportului|putovnice|útlevél|passin|паспорта|паспорт|διαβατηρίου|pasaport|paspor|hộ chiếu|جواز السفر|الجواز|דרכון",
    ],
  },
  {
    type: "driving_license",
    subjects: [
      "körkorts|kørekort|førerkort|ajokortin|prawa jazdy|řidičského průkazu|vodičského preukazu|permis de conducere|jogosítvány|vezetői engedély|водительского удостоверения|ehliyet|sürücü belgesi|διπλώματος οδήγησης|άδειας οδήγησης",
    ],
  },
];

/** Fields of logs and of JSON whose value is the number of a person, also without a word for "number": `customer=88213`. */
export const recordKeys: ReadonlySet<string> = new Set(
  "customer|client|account|acct|patient|member|subscriber|employee|student|user|uid|tenant|contract".split(
    "|",
  ),
);

/** Labels in scripts without blanks between words. They end directly before the sign or the number. */
export const unspacedLabels: readonly { type: LabelledType; form: RegExp }[] = [
  {
    type: "record_number",
    form: /(?:病[历歷案][号號]|[会會][员員](?:[编編]?[号號]码?|番号|ID)|保[单單][号號]码?|客[户戶](?:[编編]?[号號]|ID)|[账帳][户戶號号]码?|合同[编編]?[号號]|案件[编編]?[号號]|患者(?:番号|[编編]?[号號]|ID)|診察券番号|証券番号|顧客番号|口座番号|契約番号|社員番号|会員番号|お客様番号|会員ID|회원 ?번호|환자 ?번호|고객 ?번호|증권 ?번호|계좌 ?번호|계약 ?번호|사건 ?번호)$/u,
  },
  {
    type: "national_id",
    form: /(?:身[份分][证證](?:[号號]码?|字號)?|マイナンバー|個人番号|주민 ?등록 ?번호)$/u,
  },
];

/** Words for "number" in labels, in lower case. */
export const numberWords: ReadonlySet<string> = new Set(
  (
    "number|numbers|num|nr|id|identifier|№|n°|nº|nro|numéro|numero|número|num|núm|identifiant|identificador|identificativo|code|código|codice|nummer|nummeret|numret|tunnus|tunniste|" +
    "numer|numeru|číslo|č|szám|száma|azonosító|azonosítója|număr|numărul|broj|številka|номер|номера|број|αριθμός|αρ|numarası|numara|nomor|mã|số|mã số|رقم|מספר|kennung|kod"
  ).split("|"),
);

/** Words for "number" at the end of a compound: "Kundennummer", "asiakasnumero", "ügyfélszám". */
export const numberEndings: readonly string[] = [
  "nummer",
  "nummeret",
  "numero",
  "numret",
  "nro",
  "szám",
  "azonosító",
  "nr",
];

/** Words between "number" and what it counts: "numéro de client". */
export const joiningWords: ReadonlySet<string> = new Set(
  "de|d|du|des|of|the|del|della|di|do|da|van|het|der|la|le|l|el|na|за|на|your|my|votre|vos|su|tu|seu|ihre|ihr|uw|mon".split(
    "|",
  ),
);
