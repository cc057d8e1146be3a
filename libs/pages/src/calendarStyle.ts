/** The part of the stylesheet for views of the calendar. */
export const CALENDAR_STYLE = `.cal-events-view[aria-busy]{opacity:.6}
.bar{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;margin:1rem 0 1.25rem}
.turns{margin-inline-start:auto}
.switch ul{gap:0;border:1px solid var(--edge);border-radius:var(--radius);overflow:hidden}
.switch a{padding:.35rem .9rem;text-decoration:none}
.switch li+li{border-inline-start:1px solid var(--edge)}
.switch [aria-current]{background:var(--link);color:var(--ground)}
.filters{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;width:100%}
.filters p{margin:0;max-width:100%}
.filters label{font-size:.9rem}
.filters details{align-self:end}
.filters summary{padding:.45rem 0;color:var(--link);cursor:pointer}
.filters details[open]{width:100%}
.fields{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
.found{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:baseline;margin:0 0 1rem}
.found p{margin:0}
.chips{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;margin:0;padding:0}
.chips a{display:block;padding:.1rem .75rem;border:1px solid var(--edge);border-radius:2rem;text-decoration:none}
.empty{padding:1.5rem;border:1px dashed var(--edge);border-radius:var(--radius)}
.entries,.bars,.hours ul,.week{list-style:none;margin:0;padding:0}
.entry{margin:.15rem 0;line-height:1.35}
.entry a,.bar a{text-decoration:none;color:inherit}
.entry a{unicode-bidi:isolate}
.entry a:hover,.bar a:hover{text-decoration:underline}
.dot{display:inline-block;width:.55em;height:.55em;margin-inline-end:.35em;border-radius:50%;background:oklch(62% .17 var(--hue))}
.more{display:inline-block;min-height:1.5rem;line-height:1.5rem;font-size:.85rem}
.month{width:100%;table-layout:fixed;border-collapse:collapse;margin:0 0 1rem}
.month th{padding:.35rem 0;font-weight:600;font-size:.8rem;text-align:center;color:var(--soft);overflow-wrap:normal}
.month td{text-align:center}
.month abbr{text-decoration:none}
.month .roomy{display:none}
.month td{height:3.25rem;padding:.25rem .35rem;border:1px solid var(--line);vertical-align:top}
.month .other{background:var(--raised)}
.add{padding:.75rem 1.25rem;border:1px solid var(--line);border-radius:var(--radius)}
.pages ul{margin:1rem 0;align-items:baseline}
.num{display:inline-block;min-width:1.7em;padding:.05em .3em;text-align:center;text-decoration:none;border-radius:1em;color:inherit}
a.num{color:var(--link);font-weight:600}
.picked .num{outline:2px solid var(--link);outline-offset:2px}
.today .num{background:var(--link);color:var(--ground)}
.month .bars,.month .entries,.month .more{display:none}
.count{display:block;text-align:center;font-size:.8rem;color:var(--soft)}
.chosen h2{font-size:1.1rem;margin:1rem 0 .25rem}
.chosen .entry,.week{overflow-wrap:anywhere;hyphens:auto}
.week>li{padding:.5rem 0;border-top:1px solid var(--line)}
.week h2{font-size:1rem;margin:0 0 .25rem}
.week h2 a{text-decoration:none}
.week .today h2 a{font-weight:800}
.axis{display:none}
.hours h2{margin:1.25rem 0 .25rem;font-size:.95rem;color:var(--soft)}
.hours .free{display:none}
.hours:not(.beside) ul:has(>.timed){display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.35rem}
.whole{margin:0 0 1rem}
.whole .entries{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.15rem 1rem}
.whole h2{font-size:1rem;color:var(--soft);margin:1.5rem 0 .25rem}
.of-day{margin-block:.25rem 0;border-top:1px solid var(--line)}
.of-day h2{font-size:1.05rem;line-height:1.35;margin:.9rem 0 0}
.of-day h2 time{display:block}
.of-day h2 time::first-letter{text-transform:uppercase}
.summary{display:-webkit-box;max-width:42rem;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.onward{display:inline-block;padding:.45rem 1rem;border:1px solid var(--link);border-radius:var(--radius);text-decoration:none;font-weight:600}
.timed{margin:0;padding:.2rem .6rem;border-inline-start:3px solid var(--link);background:var(--tint);border-radius:.25rem}
.card{display:flex;gap:1rem;align-items:flex-start}
.card>:not(.thumb){flex:1;min-width:0}
.thumb{flex:none;width:9rem}
.thumb img{aspect-ratio:3/2;object-fit:cover}
.thumb img{display:block;width:100%;height:auto;border-radius:var(--radius)}
@media(max-width:30rem){.thumb{width:5rem}.turns{margin-inline-start:0}.switch a{padding:.35rem .65rem}}
@media(min-width:48rem),print{
.of-day{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:0 1.5rem}
.of-day h2{margin-block-start:1rem}
.month th{padding:.35rem .5rem;font-size:.9rem;text-align:start}
.month td{text-align:start}
.chosen{display:none}
.month td{height:7rem}
.month .count,.month .tight{display:none}
.month .roomy{display:inline}
.month .bars,.month .entries,.month .more{display:block}
.month .entries{font-size:.85rem}
.month .entry a{display:-webkit-box;min-height:1.5rem;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2}
:is([dir=rtl] .month .entry bdi[dir=ltr],[dir=ltr] .month .entry bdi[dir=rtl]){display:block;text-align:-webkit-match-parent;text-align:match-parent;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.month td{position:relative;padding-top:calc(2.1rem + var(--lanes)*1.6rem)}
.month .num{position:absolute;inset-block-start:.25rem;inset-inline-start:.25rem}
.month .bar{position:absolute;z-index:1;inset-block-start:calc(2rem + var(--lane)*1.6rem);inset-inline-start:3px;width:calc(var(--days)*100% - 6px);margin:0;display:flex;flex-wrap:nowrap;gap:0;height:1.5rem;padding:0 .5rem;white-space:nowrap;font-size:.85rem;line-height:1.5rem;border-radius:.25rem;background:var(--tint);color:var(--ink)}
.month .bar .dot{flex:none;align-self:center}
.month .bar a{overflow:hidden;text-overflow:ellipsis}
.week{display:grid;grid-template-columns:repeat(7,minmax(0,1fr));gap:0 .75rem;font-size:.9rem}
.clocked{--quarter:.95rem;grid-template:auto auto calc(var(--quarters)*var(--quarter)) auto/4.5rem repeat(7,minmax(0,1fr));column-gap:.4rem}
.clocked>li{display:grid;grid-row:1/-1;grid-template-rows:subgrid}
.clocked .whole-day,.clocked>li>.soft{grid-row:2;margin:0 0 .5rem}
.clocked .whole-day .entry{padding:.1rem .3rem;border-radius:.25rem;background:var(--raised)}
.clocked .day::before{content:"";grid-area:3/1;background:repeating-linear-gradient(var(--line) 0 1px,transparent 1px calc(4*var(--quarter)))}
.clocked .clocks,.clocked .axis span{grid-area:3/1}
.clocked>li>p:not(.soft){grid-row:4}
.clocked .clocks,.clocked .axis{position:relative}
.clocked .clocks .entry{position:absolute;inset-block-start:calc(var(--row)*var(--quarter));inset-inline-start:calc(var(--lane)*100%/var(--lanes));width:calc(100%/var(--lanes));height:calc(var(--rows)*var(--quarter));margin:0;padding:.1rem .3rem;overflow:hidden;border-inline-start:3px solid var(--link);border-radius:.25rem;background:var(--tint);font-size:.85rem}
.clocked .axis span{color:var(--soft);margin-block-start:calc(var(--row)*var(--quarter));line-height:1}
.beside{display:grid;grid-template-columns:6.75rem repeat(var(--lanes),minmax(0,1fr));grid-auto-rows:.85rem;column-gap:.35rem}
.beside .hour,.beside .free,.beside .hour>ul{display:contents}
.beside h2{grid-column:1/-1;grid-row:var(--row)/span 4;margin:0;border-top:1px solid var(--line);font-weight:400}
.beside .timed{grid-column:calc(var(--lane) + 2);grid-row:calc(var(--row))/span var(--rows);margin:1px 0;overflow:hidden;font-size:.9rem;position:relative;z-index:1}
}
`;
