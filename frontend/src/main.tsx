import { render } from "preact";

import { sourceOfPage } from "./source";
import { start } from "./store";
import { App } from "./ui/app";
import "./style.css";

render(<App />, document.getElementById("page")!);
start(sourceOfPage(document, location));
