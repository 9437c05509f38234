// The stylesheet of the page for people. The content security policy names the stylesheet by its hash, so
// nothing else can style the page.

import { createHash } from 'node:crypto'

export const pageStyle = `
:root{color-scheme:light dark;--ink:#1d2433;--paper:#fff;--back:#eef1f6;--line:#d5dbe6;--soft:#566178;--blue:#1f5eff;--on-blue:#fff;
--code:#f4f6fa;--good:#0b6b3a;--bad:#b3261e;--warn:#8a5300;--warn-back:#fff4e0}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf4;--paper:#1b2130;--back:#10141d;--line:#343d52;--soft:#a3aec6;--blue:#7ba4ff;
--on-blue:#0d1422;--code:#141927;--good:#5fd39a;--bad:#ff8f86;--warn:#ffc46b;--warn-back:#2d2514}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
main{max-width:68rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.15rem;margin:0 0 .25rem}
h3{font-size:1rem;margin:0}
p{margin:.4rem 0}
a{color:var(--blue)}
.lead{max-width:46rem;font-size:1.05rem}
.soft{color:var(--soft);font-size:.9rem}
nav{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;margin-top:.9rem;font-size:.95rem}
section{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:1.25rem 1.4rem;margin-top:1.25rem;scroll-margin-top:1rem}
code,pre,.mono{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.85rem}
code{overflow-wrap:anywhere}
pre{margin:.5rem 0 0;padding:.8rem .9rem;background:var(--code);border:1px solid var(--line);border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all}
.token{display:block;background:var(--code);border:1px solid var(--line);border-radius:8px;padding:.45rem .6rem;margin:.25rem 0 .6rem;user-select:all}
.now{font-size:1.75rem;font-weight:650;font-variant-numeric:tabular-nums;line-height:1.25;margin:.4rem 0 0}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin-top:.8rem}
form{margin:0}
label{display:block;font-size:.85rem;color:var(--soft)}
input,select,button{font:inherit;font-size:.95rem;color:inherit;border:1px solid var(--line);border-radius:8px;padding:.5rem .75rem;background:var(--paper);max-width:100%}
label input,label select{display:block;width:100%;color:var(--ink);margin-top:.15rem}
button{cursor:pointer;background:var(--code)}
button:hover{border-color:var(--blue)}
button.main{background:var(--blue);border-color:var(--blue);color:var(--on-blue)}
button.danger{color:var(--bad)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
summary{cursor:pointer;padding:.3rem 0}
details details{margin-top:.2rem}
.badge{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:.02rem .6rem;font-size:.8rem;color:var(--soft);white-space:nowrap}
.badge.on{color:var(--warn);background:var(--warn-back);border-color:transparent}
.people{display:grid;gap:.2rem;margin-top:.8rem}
.person{border-top:1px solid var(--line);padding:.45rem 0}
.fold>summary{display:flex;flex-wrap:wrap;gap:.1rem .8rem;align-items:baseline}
.fold>summary b{min-width:8.5rem}
.fold>summary::before{content:"▸";color:var(--soft);width:.7rem}
.fold[open]>summary::before{content:"▾"}
.fold>pre{margin-bottom:.6rem}
.three{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:1.4rem;padding:.6rem 0 .4rem 1.5rem}
.three ul{margin:.3rem 0 .5rem;padding:0;list-style:none}
.three li{padding:.12rem 0;overflow-wrap:anywhere;line-height:1.35}
table{width:100%;border-collapse:collapse;margin-top:.8rem;font-size:.9rem}
th{text-align:left;font-weight:600;color:var(--soft);font-size:.8rem;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
td{padding:.4rem .8rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td.url{overflow-wrap:anywhere;max-width:28rem}
td form{display:inline}
td button{padding:.15rem .6rem;font-size:.85rem}
.ok{color:var(--good)}.no{color:var(--bad)}
.orders{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:1.4rem;margin-top:1rem}
.orders form{display:grid;gap:.55rem;align-content:start;padding:.5rem 0 .9rem}
.orders button{justify-self:start}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}
footer{margin-top:1.5rem;color:var(--soft);font-size:.9rem}
@media(max-width:52rem){
main{padding:1.25rem .8rem 3rem}section{padding:1rem}h1{font-size:1.5rem}.now{font-size:1.2rem}
.three,.orders{grid-template-columns:minmax(0,1fr);gap:.9rem}.three{padding-left:.2rem}
.wide{display:none}
table,tbody,tr,td{display:block}thead{display:none}td,td.url{border:0;padding:.05rem 0;max-width:none}
tr{border-top:1px solid var(--line);padding:.6rem 0}td br{display:none}td .soft,td .badge{margin-left:.4rem}
button{min-height:2.6rem}td button{min-height:0}
}`

export const pageStyleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`
