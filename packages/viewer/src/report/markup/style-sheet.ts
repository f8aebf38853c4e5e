/** The whole look of a report: light and dark, wide and narrow, screen and print. */
export const styleSheet = `
:root{color-scheme:light dark;
--page:#fff;--panel:#f6f7f9;--line:#dcdfe5;--text:#1b1f26;--quiet:#5a6372;--link:#1756b8;
--met:#11713a;--met-back:#e3f4e9;--below:#b3261e;--below-back:#fdeceb;--between:#8a5300;--between-back:#fdf1dc;
--infra:#6a3fa0;--infra-back:#f1eafa;--mark:#ffe58a;--mark-text:#1b1f26;--bar-back:#e6e9ee}
@media (prefers-color-scheme:dark){:root{
--page:#14171c;--panel:#1c2027;--line:#343a45;--text:#e4e7ec;--quiet:#9aa4b2;--link:#8ab4ff;
--met:#6fd194;--met-back:#16301f;--below:#ff9389;--below-back:#3b1b19;--between:#f0bc63;--between-back:#362a13;
--infra:#c9a7f5;--infra-back:#2b2138;--mark:#695310;--mark-text:#fff;--bar-back:#2c323c}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:72rem;padding:2rem 1.5rem 4rem;background:var(--page);color:var(--text);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4,h5{line-height:1.25;margin:0;font-weight:650}
h1{font-size:1.7rem}h2{font-size:1.25rem;margin:2.5rem 0 .75rem}h3{font-size:1.02rem;margin:1.75rem 0 .6rem}
h5{font-size:.78rem;margin:1.4rem 0 .5rem;text-transform:uppercase;letter-spacing:.05em;color:var(--quiet)}
h5 .quiet{text-transform:none;letter-spacing:0;font-weight:400}
p{margin:.5rem 0}a{color:var(--link)}ul,ol{margin:0;padding:0;list-style:none}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;font-size:.87em}
code{color:inherit}
.quiet{color:var(--quiet);font-weight:400}h3 .quiet,h4 .quiet,h2 .quiet{font-weight:400}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-100rem}.skip:focus{position:static}
header nav{display:flex;gap:1.1rem;flex-wrap:wrap;margin-top:.8rem}
.banner{background:var(--between-back);color:var(--between);border:1px solid currentColor;border-radius:6px;padding:.5rem .8rem;font-weight:600}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}.caption{margin:0 0 .5rem;font-size:.87rem}
th,td{text-align:left;vertical-align:top;padding:.5rem 1.25rem .5rem 0;border-top:1px solid var(--line)}
th{font-weight:400;overflow-wrap:break-word}thead th{border:0;font-size:.8rem;color:var(--quiet);padding-top:.2rem;padding-bottom:.35rem}
.scores th[scope=row]{font-weight:600;width:30%}.scores td:last-child{width:9rem;padding-right:0;font-size:.87rem}
.score{display:flex;align-items:center;gap:.8rem}
.score strong{font-size:1.15rem;min-width:7.6rem;font-variant-numeric:tabular-nums;overflow-wrap:normal;white-space:nowrap}
.bar{flex:1;min-width:4rem;max-width:24rem;height:.55rem;border-radius:3px;display:block}
.bar-all{fill:var(--bar-back)}.bar-certain{fill:var(--met)}.bar-possible{fill:var(--between);opacity:.55}
.chips{display:flex;flex-wrap:wrap;gap:.35rem;margin-top:.35rem}
.chip{display:inline-block;font-size:.78rem;line-height:1.5;padding:0 .5rem;border-radius:99px;border:1px solid var(--line);color:var(--quiet);white-space:nowrap}
.chip.met{color:var(--met);background:var(--met-back);border-color:transparent}
.chip.below{color:var(--below);background:var(--below-back);border-color:transparent}
.chip.undecided{color:var(--between);background:var(--between-back);border-color:transparent}
.chip.judge_failed,.chip.infra_failed{color:var(--infra);background:var(--infra-back);border-color:transparent}
.metrics{width:auto;min-width:100%}
.metrics td{font-variant-numeric:tabular-nums;white-space:nowrap}.metrics th[scope=row]{padding-left:1rem;min-width:11rem}
.metrics thead th:not(:first-child){min-width:6.5rem;max-width:14rem}
.metrics .eval th,.metrics .eval td{background:var(--panel);font-weight:650}.metrics .eval th{padding-left:.5rem}
td.met{color:var(--met)}td.below{color:var(--below);font-weight:650}td.between,td.open{color:var(--between)}
.findings li{border-left:3px solid var(--line);padding:.1rem 0 .1rem .8rem;margin:.7rem 0}
.findings li.below{border-color:var(--below)}.findings li.undecided,.findings li.between{border-color:var(--between)}
.value{font-variant-numeric:tabular-nums}
li.below .value,.metric.below .value{color:var(--below)}li.undecided .value,.metric.undecided .value,.metric.between .value,li.between .value{color:var(--between)}.metric.met .value{color:var(--met)}
.filter{border:1px solid var(--line);border-radius:6px;padding:.35rem .8rem .5rem;margin:0 0 .5rem;display:flex;flex-wrap:wrap;gap:.15rem 1.1rem}
.filter legend{font-size:.8rem;color:var(--quiet);padding:0 .3rem}.filter label{display:inline-flex;gap:.35rem;align-items:center;cursor:pointer;padding:.15rem 0}
.trials:has(#show-below:checked) .trial:not(.below),.trials:has(#show-undecided:checked) .trial:not(.undecided),
.trials:has(#show-judge_failed:checked) .trial:not(.judge_failed),.trials:has(#show-infra_failed:checked) .trial:not(.infra_failed),
.trials:has(#show-open:checked) .trial:not(.open),.trials:has(#show-met:checked) .trial:not(.met){display:none}
.trial{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;background:var(--page)}
.trial:has(>:target){border-color:var(--link)}
summary{cursor:pointer}.trial>summary{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .8rem;padding:.55rem .9rem;list-style:none;border-radius:8px}
.trial>summary::-webkit-details-marker{display:none}.trial>summary::before{content:"▸";color:var(--quiet);width:.8rem}.trial[open]>summary::before{content:"▾"}
.trial[open]>summary{border-bottom:1px solid var(--line);border-radius:8px 8px 0 0;background:var(--panel)}
.trial h4{font-size:.95rem;font-weight:600}.trial>summary .facts{margin-left:auto;font-size:.83rem}
.values{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.83rem;color:var(--quiet)}.values .below b{color:var(--below)}.values .met b{color:var(--met)}.values .undecided b,.values .between b{color:var(--between)}
.trial-body{padding:.4rem .9rem 1rem;scroll-margin-top:4rem}.trial-name{font-size:.83rem;margin:.3rem 0 0}
.note{background:var(--infra-back);border-radius:6px;padding:.5rem .8rem}
.judgment{display:grid;gap:.6rem}
.metric{border:1px solid var(--line);border-left:4px solid var(--line);border-radius:6px;padding:.55rem .8rem}
.metric.met{border-left-color:var(--met)}.metric.below{border-left-color:var(--below)}.metric.undecided,.metric.between{border-left-color:var(--between)}
.metric-head .value{display:inline-block;font-weight:700;min-width:1.2rem}.metric-head code{color:var(--quiet)}
.reason{white-space:pre-line;margin:.3rem 0}.citations li{padding:.12rem 0 .12rem .8rem;border-left:2px solid var(--line);margin:.3rem 0;font-size:.92rem}
q{color:var(--text);quotes:"“" "”"}
.turns{display:grid;gap:.5rem}
.turn{border:1px solid var(--line);border-radius:6px;padding:.45rem .8rem;min-width:0;scroll-margin-top:1rem}
.turn.user{background:var(--panel)}.turn.cited{border-left:4px solid var(--link)}.turn:target{outline:3px solid var(--link);outline-offset:1px}
.turn-head{font-size:.87rem}.turn-head .facts{float:right;margin-left:.8rem;font-size:.8rem}.turn-head .facts code{font-size:.95em}
.preview{color:var(--quiet)}.failed{color:var(--below);font-weight:600}.cited-word{color:var(--link)}
.label{font-size:.78rem;color:var(--quiet);margin-top:.5rem}
pre{unicode-bidi:plaintext;margin:.3rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word;tab-size:4;overflow:hidden;line-height:1.5}
.tool pre,.diff{background:var(--panel);padding:.5rem .65rem;border-radius:4px}.turn.user pre{padding:0}
mark{background:var(--mark);color:var(--mark-text);border-radius:2px}
.omitted{color:var(--between);font-style:italic;font-family:system-ui,sans-serif;font-size:.87rem}
span.omitted{display:block;padding:.15rem 0}
.diff .added{color:var(--met)}.diff .removed{color:var(--below)}.diff .file{color:var(--quiet);font-weight:600}
.files{columns:18rem;font-size:.87rem;margin-bottom:.5rem}
.facts-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.5rem 1.2rem;margin:0;font-size:.87rem}
dt{color:var(--quiet);font-size:.78rem}dd{margin:0}
details details,section>details{margin:.4rem 0}
footer{margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.87rem}
@media (max-width:40rem){body{padding:1.1rem .9rem 3rem}h1{font-size:1.4rem}
th,td{padding-right:.7rem}.scores th[scope=row]{width:32%}.scores td:last-child{width:5.2rem}
.score{flex-wrap:wrap;gap:.2rem .6rem}.score strong{min-width:0}.bar{flex-basis:100%;min-width:0}.scores td:last-child{overflow-wrap:normal}
.metrics th[scope=row]{padding-left:.4rem;min-width:9rem}
.trial>summary .facts,.trial>summary .values{margin-left:1.55rem;flex-basis:100%}.trial>summary{padding:.5rem .7rem}.trial-body{padding:.3rem .7rem .8rem}
.turn-head .facts{float:none;display:block;margin:0}}
@media print{body{max-width:none;padding:0;font-size:11px}.filter,.skip,header nav{display:none}
.trial,.metric,.turn{break-inside:avoid-page}.trial-body,.turns{break-inside:auto}a{color:inherit;text-decoration:none}}
@media (forced-colors:active){.bar-certain{fill:CanvasText}.bar-possible{fill:GrayText}}
`

/** The style sheet's sha-256 in base64, for the page's content security policy. */
export async function styleHash(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styleSheet))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
}
