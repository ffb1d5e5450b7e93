import { servePage } from "../page-server";
import { renderPage } from "./page";

servePage(renderPage);
