/** Ends of names of sites that are no words after a point: taken in whatever case, after any name. */
const USUAL =
  'uz|ru|kz|su|com|net|org|info|biz|pro|io|me|ly|cc|co|tj|kg|app|dev|top|xyz|bid|pw|vip|icu|cyou|sbs|link|click|page|site|shop|store|online|рф|ўз|бел|укр|қаз|сайт|онлайн';
/** Those that begin a sentence, too, where the space before it was forgotten: taken in one case, after four letters. */
const WORDS =
  'live|buzz|fun|club|world|life|today|space|website|tech|cloud|email|agency|services|support|center|company|group|finance|money|cash|bank|loan|trade|market|sale|auction|deals|promo|bet|casino|win|work';
/**
 * Ends of countries (IANA), taken like those: "Bo" and "Ro" begin surnames after an initial, "ga" and "li" are endings after an
 * abbreviation. Left out: words of our languages, as "va", "uy", "ne", "ni", "so".
 */
const OF_COUNTRIES =
  'ac|ad|ae|af|ag|ai|al|aq|ar|at|au|aw|ax|az|ba|bb|bd|be|bf|bg|bh|bi|bj|bm|bn|bo|br|bs|bt|bw|by|bz|ca|cd|cf|cg|ch|ci|ck|cl|cm|cn|cr|cv|cw|cx|cy|cz|de|dj|dk|dm|dz|ec|ee|eg|er|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gd|gf|gg|gh|gi|gl|gm|gn|gp|gq|gr|gs|gt|gu|gw|gy|hk|hm|hn|hr|ht|hu|id|ie|il|im|in|iq|ir|is|it|je|jm|jo|jp|ke|kh|ki|km|kn|kp|kr|kw|ky|la|lb|lc|li|lk|lr|ls|lt|lu|lv|ma|mc|md|mg|mh|mk|ml|mm|mn|mo|mp|mq|mr|ms|mt|mu|mv|mw|mx|mz|nc|nf|ng|nl|np|nr|nu|nz|om|pa|pe|pf|pg|ph|pk|pl|pm|pn|pr|ps|pt|py|qa|re|ro|rs|rw|sa|sb|sc|sd|se|sg|sh|sk|sl|sm|sn|sr|ss|st|sv|sx|sy|sz|tc|td|tf|tg|th|tk|tl|tm|tn|to|tr|tt|tv|tw|tz|ua|ug|uk|us|vc|ve|vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw';
const USUAL_SITE = new RegExp(String.raw`[\p{L}\d-][.。](?:${USUAL})(?![\p{L}\d])`, 'iu');
const IN_ONE_CASE = `${WORDS}|${OF_COUNTRIES}`;
const OTHER_SITE = new RegExp(
  String.raw`[\p{L}\d-]{4}[.。](?:${IN_ONE_CASE}|${IN_ONE_CASE.toUpperCase()})(?![\p{L}\d'’‘])`,
  'u',
);

/** Is the name of a site in a text that is in NFKC and without invisible marks? Not "кв.м", "act.pdf" or "LLC.Tashkent". */
export const namesSite = (text: string): boolean => USUAL_SITE.test(text) || OTHER_SITE.test(text);
