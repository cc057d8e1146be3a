import { hash } from 'node:crypto';
import { CALENDAR_STYLE } from './calendarStyle.ts';

/**
 * The only stylesheet, inlined in every page, so that browsers fetch nothing else.
 * Sides are logical, for both directions of reading; only pictures that an author has aligned keep left or right. User
 * text takes its direction from its first letter (`plaintext`); titles align with their surroundings.
 */
export const STYLE = `:root{color-scheme:light dark;--ink:#1d1d1f;--soft:#55555c;--line:#d5d5da;--ground:#fff;--raised:#f5f5f7;--link:var(--link-light,#0b4f9e);--mark:#8a2f0a;--edge:#85858d;--tint:var(--tint-light,#dbe8f7);--radius:.4rem}
@media(prefers-color-scheme:dark){:root{--ink:#ececee;--soft:#b4b4bb;--line:#3c3c42;--ground:#161618;--raised:#212125;--link:var(--link-dark,#8ec5ff);--mark:#ffb38a;--edge:#77777f;--tint:var(--tint-dark,#1d3a57)}}
*,::before,::after{box-sizing:border-box}
html{text-size-adjust:100%}
body{margin:0;font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--ground);overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
.skip{position:absolute;inset-inline-start:1rem;top:-4rem;padding:.5rem 1rem;background:var(--ground)}
.skip:focus{top:.5rem;z-index:1}
header.site,main,footer.site{max-width:72rem;margin:0 auto;padding:0 1.25rem}
header.site nav{margin-inline-start:auto}
header.site{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:center;justify-content:space-between;padding-block:1.25rem;border-bottom:1px solid var(--line)}
.own{background:var(--raised);border-bottom:1px solid var(--line);font-size:.95rem}
.own ul{max-width:72rem;margin:0 auto;padding:.1rem 1.25rem;justify-content:flex-end}
.search input{width:11rem;padding:.25rem .75rem}
::placeholder{color:var(--soft);opacity:1}
mark{background:#ffe58a;color:#1d1d1f}
.name{font-weight:650;font-size:1.2rem;margin:0}
.name a{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center}
.name img{width:auto;height:auto;max-width:min(14rem,100%);max-height:3.5rem}
.name a,.bare{color:inherit;text-decoration:none}
.name a:hover,.bare:hover{text-decoration:underline}
nav ul,.plain,.cards{list-style:none;margin:0;padding:0}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
nav li>ul{gap:0 .75rem;font-size:.9rem}
nav a{display:inline-block;max-width:100%;padding:.2rem 0}
nav [aria-current]{color:inherit;font-weight:650}
main{padding-block:1.75rem 3rem}
main:focus{outline:none}
footer.site{border-top:1px solid var(--line);padding-block:1.25rem 2rem;color:var(--soft);font-size:.95rem}
footer.site p{margin:.75rem 0 0}
h1{font-size:clamp(1.6rem,1.2rem + 2vw,2.3rem);line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.3rem;line-height:1.3;margin:2.25rem 0 .5rem}
h3{font-size:1.08rem;margin:1.5rem 0 .4rem}
h1,h2,h3,a,dd,figcaption,input,.content :is(summary,p,li,h4,h5,h6,blockquote,pre){unicode-bidi:plaintext}
h1,h2,h3,dd,.content li{text-align:-webkit-match-parent;text-align:match-parent}
.steps a,.turns a{unicode-bidi:isolate}
[dir=rtl] :is(.steps,.turns) a>[aria-hidden]{display:inline-block;margin-inline:.25em;transform:scaleX(-1)}
.lead{font-size:1.15rem;margin:0 0 .25rem}
.soft{color:var(--soft)}
.tag{display:inline-block;padding:0 .5rem;border:1px solid var(--line);border-radius:1rem;font-size:.9rem;color:var(--soft)}
:is(h2,h3,.entry,.bar) .tag{font-weight:400;font-size:.8rem;line-height:1.4;text-decoration:none;white-space:nowrap;vertical-align:.1em}
.cards>li{padding:1rem 0;border-bottom:1px solid var(--line)}
.cards>li:last-child{border-bottom:0}
.cards h2,.cards h3{margin:0 0 .15rem;font-size:1.15rem}
.cards p{margin:.2rem 0}
.posters{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1.5rem 1.25rem;list-style:none;margin:1rem 0;padding:0}
.posters h3{margin:.6rem 0 0;line-height:1.35}
.posters p{margin:.1rem 0 0}
.poster img,.poster span{display:block;width:100%;height:auto;aspect-ratio:16/9;object-fit:cover;border-radius:var(--radius)}
.poster span{padding:.75rem 1rem;background:var(--tint);text-transform:uppercase;font-size:.85rem;line-height:1.2}
.poster b{display:block;font-size:2.25rem}
@media(max-width:40rem){.poster span{aspect-ratio:auto}.search,.search input{width:100%}}
.facts{display:grid;grid-template-columns:minmax(6rem,auto) minmax(0,1fr);gap:.35rem 1.25rem;margin:1.25rem 0;padding:1rem 1.25rem;background:var(--raised);border-radius:.5rem}
.facts dt{font-weight:600}
.facts dd{margin:0;overflow-wrap:anywhere}
@media(max-width:30rem){.facts{grid-template-columns:minmax(0,1fr);row-gap:0}.facts dd+dt{margin-top:.5rem}}
.content{margin-block:1.5rem;max-width:42rem}
.content *{max-width:100%}
.content img,.content video,.content iframe{height:auto}
.content pre{overflow:auto;padding:1rem;background:var(--raised)}
.content table{border-collapse:collapse;display:block;overflow-x:auto}
.content td,.content th{border:1px solid var(--line);padding:.3rem .6rem}
.content blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:4px solid var(--line)}
.content :is(.gallery,[class*=block-gallery]){display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,10.5rem),1fr));gap:.5rem;margin:1.5rem 0;padding:0}
.content :is(.gallery,[class*=block-gallery]) :is(ul,li){display:contents}
.content :is(.gallery,[class*=block-gallery]) figure{margin:0;width:auto}
.content :is(.gallery,[class*=block-gallery]) img{width:100%;height:auto;aspect-ratio:1;object-fit:cover}
.content :is(.gallery,[class*=block-gallery])>figcaption{grid-column:1/-1}
.outside iframe{display:block;width:100%;height:auto;aspect-ratio:16/9;border:1px solid var(--line);border-radius:var(--radius);background:var(--raised)}
.outside.audio iframe{aspect-ratio:auto;height:10.5rem}
.outside.map iframe{aspect-ratio:4/3}
figcaption{margin-top:.35rem;font-size:.95rem;color:var(--soft)}
.content .alignleft{float:left;margin:0 1rem .5rem 0}
.content .alignright{float:right;margin:0 0 .5rem 1rem}
.content .aligncenter{display:block;margin-inline:auto}
@media(max-width:30rem){.content .alignleft,.content .alignright{float:none;margin:0 0 .5rem}}
.content::after{content:"";display:block;clear:both}
.contents{margin-block:1.5rem;padding:.75rem 1.25rem;max-width:42rem;background:var(--raised);border-radius:.5rem}
.contents p{margin:0;font-weight:600}
.contents ul{display:block}
.contents .sub{padding-inline-start:1.25rem}
figure{margin:1.5rem 0}
figure img{max-width:min(100%,48rem);height:auto;max-height:32rem;object-fit:contain;display:block;border-radius:var(--radius)}
.notice{padding:.75rem 1.25rem;border-inline-start:4px solid var(--mark);background:var(--raised)}
form p{margin:.75rem 0}
label{display:block;font-weight:600}
legend{font-weight:600;padding:0}
input,select,textarea,button{font:inherit;color:inherit;padding:.45rem .75rem;border:1px solid var(--soft);border-radius:.35rem;background:var(--ground);max-width:100%}
button{background:var(--link);border-color:var(--link);color:var(--ground);font-weight:600;cursor:pointer}
button.second{background:var(--ground);border-color:var(--link);color:var(--link)}
textarea,input[readonly]{width:42rem}
summary{cursor:pointer}
.fault{border-inline-start:4px solid var(--mark);padding-inline-start:.5rem}
.choices a,.choices form{align-self:center}
.choices{display:flex;flex-wrap:wrap;gap:.75rem}
.thread{list-style:none;margin:0;padding:0}
.thread .thread{padding-inline-start:1.25rem;border-inline-start:2px solid var(--line)}
.thread .soft img{vertical-align:middle;border-radius:50%}
.thread .content,.thread p{margin-block:.5rem}
.secret code{font-size:1.25rem;user-select:all}
form input[type=text],form input[type=url],form input[type=email],form input[type=password]{width:24rem}
.steps{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1.5rem;margin:1rem 0}
.steps ul{justify-content:space-between;width:100%}
.steps li{min-width:0;overflow-wrap:anywhere}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.popup{max-width:min(36rem,100% - 2rem);max-height:calc(100% - 2rem);overflow:auto;padding:1.25rem 1.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--ground);color:var(--ink)}
.popup::backdrop{background:rgb(0 0 0/.5)}
.popup h2{margin:0}
.popup h2:focus{outline:none}
.popup .content{margin-block:.75rem 1rem}
@media(prefers-reduced-motion:no-preference){.popup[open]{animation:rise .2s ease-out}}
@keyframes rise{from{opacity:0;transform:translateY(1rem)}}
.embed{padding:1rem 1.25rem;border:1px solid var(--line);border-radius:.5rem;margin:.25rem;max-width:none}
.embed h1{font-size:1.25rem}
${CALENDAR_STYLE}@media print{:root{color-scheme:light;--ink:#000;--soft:#333;--line:#999;--ground:#fff;--raised:#fff;--link:#000;--mark:#000;--edge:#666;--tint:#eee}
header.site nav,.own,.search,.skip,footer.site,.bar,.chips a>:last-child,.add,.pages,.steps,form,.contents{display:none}
body{font-size:11pt}
header.site,main{max-width:none;padding-inline:0}
a{text-decoration:none}
.content a[href^=http]::after{content:" (" attr(href) ")";font-size:.85em;overflow-wrap:anywhere}
h1,h2,h3{break-after:avoid}
.cards>li,.facts,figure,tr,.entry{break-inside:avoid}}
`;

/** The source expression that allows only this stylesheet in a Content-Security-Policy. */
export const STYLE_HASH = `'sha256-${hash('sha256', STYLE, 'base64')}'`;
