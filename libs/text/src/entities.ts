/** The character entities that the display filters write (docs/interface/texts.md). */
export const OPEN_DOUBLE = '&#8220;';
export const CLOSE_DOUBLE = '&#8221;';
export const OPEN_SINGLE = '&#8216;';
export const CLOSE_SINGLE = '&#8217;';
export const PRIME = '&#8242;';
export const DOUBLE_PRIME = '&#8243;';
export const EN_DASH = '&#8211;';
export const EM_DASH = '&#8212;';
export const ELLIPSIS = '&#8230;';
export const TRADE_MARK = '&#8482;';
export const TIMES = '&#215;';
export const AMPERSAND = '&#038;';
