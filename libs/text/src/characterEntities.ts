/** HTML's named character entities that stay; others count as text. */
const NAMES = new Set(
  (
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn acute micro para ' +
    'middot cedil ordm raquo iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
    'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
    'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute ' +
    'icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml ' +
    'quot amp lt gt apos OElig oelig Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash ' +
    'lsquo rsquo sbquo ldquo rdquo bdquo dagger Dagger permil lsaquo rsaquo euro fnof Alpha Beta Gamma Delta Epsilon ' +
    'Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma ' +
    'delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi ' +
    'omega thetasym upsih piv bull hellip prime Prime oline frasl weierp image real trade alefsym larr uarr rarr darr ' +
    'harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni prod sum minus lowast radic prop ' +
    'infin ang and or cap cup int sim cong asymp ne equiv le ge sub sup nsub sube supe oplus otimes perp sdot lceil ' +
    'rceil lfloor rfloor lang rang loz spades clubs hearts diams sup1 sup2 sup3 frac14 frac12 frac34 there4'
  ).split(' '),
);

const REFERENCE = /&(?:([A-Za-z][A-Za-z\d]{1,8})|#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6}));|&/g;

/** True for characters that XML allows; references to others count as text. */
const isCharacter = (code: number): boolean =>
  code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));

const decimal = (digits: string): string =>
  isCharacter(Number(digits)) ? `&#${digits.replace(/^0+/, '').padStart(3, '0')};` : `&amp;#${digits};`;

const hexadecimal = (digits: string): string =>
  isCharacter(Number.parseInt(digits, 16)) ? `&#x${digits.replace(/^0+/, '')};` : `&amp;#x${digits};`;

/**
 * Escapes every `&` that starts no character entity; decimal references get three digits (docs/interface/texts.md §7:
 * `&#39;` -> `&#039;`). A second call changes nothing.
 */
export const normalizedEntities = (text: string): string => {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, name?: string, digits?: string, hex?: string) => {
    if (name !== undefined) return NAMES.has(name) ? whole : `&amp;${whole.slice(1)}`;
    if (digits !== undefined) return decimal(digits);
    return hex === undefined ? '&amp;' : hexadecimal(hex);
  });
};
