"""First names by usual gender, words that make a name a thing, capitalised words that are no name.

Names that both genders bear are left out: what is not here has an unknown gender and fits either
pronoun.
"""

__all__ = ["CAPITAL", "FEMALE", "MALE", "NOT_NAMES", "THINGS"]

CAPITAL = "[A-ZÀ-ÖØ-ÞĀĂĆČĎĐĒĘĚĞĢĪĮİĶĹĽŁŃŅŇŌŐŒŔŘŚŞȘŠŢȚŤŪŮŰŲŹŻŽ]"
"""A capital letter, for regular expressions of names."""

FEMALE = frozenset(
    """
    abigail ada adele adriana agata agnes agnieszka aino aisha alba alena alessandra alessia alexa
    alexandra alexia alice alicia alina alison alma amanda amelia amina amira amy ana anastasia
    angela angelica angelina anita anja anke ann anna annabel anne anneli anneliese annette annie
    antonia anya aoife ariana arlene asha astrid audrey ava azra barbara bea beate beatrice
    beatriz becky belinda bella bernadette beth bettina betty bianca birgit bonnie brenda brid
    bridget brigitte britta brunhilde camila camille carina carla carmen carol caroline carrie
    catherine cathy catriona cecile cecilia celia chantal charlene charlotte chiara chloe christa
    christel christina christine ciara cindy claire clara clare clarissa claudia clementine cleo
    colette colleen connie constance cora cordula corinna corinne cornelia cristina cynthia dagmar
    daisy daniela danielle daphne daria dawn debbie deborah deirdre delia denise diana dilara dina
    dominika donna dora doreen doris dorota dorothea dorothy dunja ebba edda edith edna eileen
    ekaterina elaine eleanor elena eleni elfriede elif elin elina elisa elisabeth elise eliza
    elizabeth elke ella ellen elodie eloise elsa elsie elvira emily emma erica erika erin erna
    ernestine esme esra estelle esther eugenia eunice eva eveline evelyn ewa fadila fatima faye
    felicia felicity fernanda fiona flora florence franca frances francesca franziska freda
    frederica freya frida frieda gabi gabriela gail gemma genevieve georgia georgina gerda gertrud
    gertrude gillian gina giovanna gisela giulia gloria grace greta gretchen gretel gudrun gwen
    gwendolyn hana hanna hannah hanne hannelore harriet hazel heather hedwig heidi heidrun heike
    helen helena helene helga henrietta henrike herta hester hilary hilda hilde hildegard holly
    ida ilona ilse imelda imke imogen ines inga inge ingrid inka iona irena irene irina iris irma
    isabel isabella isla isobel ivana ivy jackie jacqueline jamila jana jane janet janice janina
    jasmine jean jeanette jeanne jelena jenna jennifer jenny jessica jill joan joana joanna joanne
    jocelyn jolanta josefina josephine josie joyce juana juanita judith judy julia juliana juliane
    julie juliet juliette jutta kaisa kamila kara karen karin karla karolina katarina katarzyna
    kate katherine kathleen kathrin kathy katie katja katrin katrina kelly kerstin kinga kirsten
    kirsty klara kristin kristina lara larissa laura laurie lea leah leila lena lene leni leonie
    leonora lidia lieselotte lilian lillian lily lina linda linnea lisa liv liz lola loretta lorna
    lorraine lotta lotte louisa louise lucia lucie lucille lucy ludmila luisa luise lydia lynn
    lynne mabel maddie madeleine madeline madison mae magda magdalena maggie maike mairead maja
    malin manuela mara margaret margarete margarita margit margot maria mariana marianne maribel
    marie marika marilyn marina marion marisa marisol marit marita marjorie marlene marlies marta
    martha mary mathilda mathilde matilda maud maureen mavis maxine maya meena meera megan meike
    melanie melissa mercedes meredith merete mia michaela michelle mila milena millie minna mira
    miranda miriam mirja mirjam mollie molly mona monica monika morag muriel myra myriam nadia
    nadine nadja nancy naomi natalia natalie natalya natascha natasha nell nelly nerea niamh
    nicole nikki nina noemi nola nora norma nuala odette odile oksana olena olga olivia olwen
    oonagh orla ottilie paloma pamela patricia patrizia patty paula paulina pauline peggy penelope
    petra phoebe phyllis pia pilar pippa polly poppy priscilla priya rachel raili ramona raquel
    rebecca rebekah regina regine renata renate rhea rhiannon rhoda ricarda rita roberta romy rosa
    rosalie rosalind rosanna rose rosemary rosie roswitha rowena roxana ruby ruth sabina sabine
    sabrina sadie sally salma samantha sandra sanna saoirse sara sarah saskia savannah selma
    serena shannon sharon sheila shelley shirley sian sibylle sigrid silke silvia sinead siobhan
    siri siv sofia sofie solveig sonia sonja sophia sophie stefanie steffi stella stephanie
    sunniva susan susana susanna susanne susie suzanne svenja svetlana sylvia sylvie tabea tabitha
    tamara tamsin tanja tanya tara tatiana tatjana teresa tessa thea theresa therese thora tiina
    tilda tilly tina tove tracey tracy traudl trine trudi trudy tuula ulla ulrike una ursula uschi
    ute valentina vanessa veera vera verena veronica veronika vicky victoria vilma viola violet
    virginia vivian vivien waltraud wanda wendy wibke wilma winifred xenia yara yasmin yuki yvette
    yvonne zara zelda zoe zofia zora zuzana""".split()  # noqa: SIM905
)
MALE = frozenset(
    """
    aaron abdul abraham achim adam adolf adrian ahmad ahmed aidan alain alan alasdair alastair
    albert albrecht aldo alec alejandro alessandro alexander alexei alf alfie alfonso alfred
    alfredo ali alistair alois alvin amir amos anatol anders andreas andrei andrej andrew andrzej
    andy angelo angus anselm anthony antoine anton antonio antti archie armin arne arno arnold
    arthur artur arturo arvid ashok axel barnaby barney barry bart bastian ben benedict benedikt
    benjamin benno bernard bernd bernhard bert bertram bilal bill bjorn bob bobby bogdan boris
    bradley brandon brendan brent brett brian bruce bruno bryan burkhard byron caleb callum calum
    carl carlo carlos carsten casper cecil charles charlie chidi chris christian christopher
    cillian clark claude claus clayton clemens clement cliff clifford clive colin colm connor
    conor conrad cormac cornelius craig curtis cyril damian damien daniel danilo danny dario
    darragh darren dave david davide declan denis dennis derek dermot derrick desmond detlef
    diarmuid dick diego dieter dietmar dietrich dimitri dirk dmitri dmitry dominic dominik donal
    donald doug douglas duncan dustin dwight dylan eamon eberhard ed eddie edgar edmund eduardo
    edward edwin egon elias elijah elliot elliott elmar emanuel emeka emil emile emilio emir
    emmanuel emmet emre enno enrico enzo eoin eric erich erik ernest ernie ernst erwin esteban
    ethan etienne euan eugene evan ewald ezra fabian fabio faisal farid felix ferdinand fergus
    fernando filip finlay finn fintan fionn florian francesco francis francisco franco francois
    frank frankie frans franz fraser fred freddie freddy frederic frederick frederik friedrich
    fritz gabriel gareth garrett gary gavin geoff geoffrey georg george georges gerald gerard gerd
    gerhard gert gideon gil gilbert giles gino giorgio giovanni giuseppe glenn goran gordon
    gottfried graeme graham greg gregor gregory grzegorz guido guillaume gunnar gunter gunther gus
    gustav hakim hamish hank hannes hannu hans harald harold harri harry hartmut harvey hasan
    hassan hector heiko heiner heinrich heinz helge helmut hendrik henning henri henrik henry
    herbert herman hermann hiroshi holger horst howard hubert hugo iain ian ibrahim ignacio igor
    imran ingmar ingo isaac ivan ivo ivor jacek jack jacob jacques jaime jake jamal james jamie
    jan jannik janusz jarek jari jaroslav jason javier jed jeff jeffrey jens jeremy jerome jerry
    jerzy jesper jim jimmy joachim joaquin jochen jock joe joel johan johann johannes john johnny
    jon jonah jonas jonathan jonny jorge jose josef joseph josh jozef juan juha jukka julian
    julien julio jurgen justin justus kai kalle kamal karel karim karl karsten kaspar keith ken
    kenji kenneth kevin kieran kilian klaus konrad konstantin korbinian kristian kristof krzysztof
    kurt kyle lachlan lars laszlo laurent lawrence leif lennart leo leon leonard leonhard leopold
    leroy lewis liam lionel lloyd lorenz lorenzo lothar louie louis luca lucas ludwig luigi luis
    lukas luke lutz mads magne magnus maik malcolm malik manfred manuel marc marcel marcello
    marcin marco marcus marek mariano mario marius mark markus marlon marten martin marvin mateo
    mathias mathieu mats matt matteo matthew matthias matti maurice mauro max maxim maximilian
    mehmet melvin merlin michael michal mick mickey miguel mika mikael mike mikhail mikkel milos
    mirko mitch mitchell mohamed mohammed moritz morris morten moses muhammad murat murray mustafa
    nathan nathaniel neal ned neil neven neville niall nicholas nick nicolai nicolas nigel niklas
    nikola nikolai nikolaus nikos nils noah noel norbert norman olaf olav ole oleg oliver olle
    ollie olu omar omer oscar osman oswald otso otto ottokar owen pablo paddy padraig paolo pascal
    patrick patrik paul pauli paulo pavel pawel pedro pekka pentti per percy perry pete peter petr
    petter phil philip philipp phillip pierre piet pieter pietro piotr quentin rafael rafal ragnar
    raimund rainer raj rajesh ralf ralph ramon randolph raphael rasmus raul ravi ray raymond reg
    reggie reginald reinhard remi renato rene reuben rhys ricardo riccardo richard rick ricky rob
    robbie robert roberto roderick rodney rodrigo roger roland rolf roman ron ronald ronan ronnie
    rory roy ruben rudi rudolf rudy rune rupert russ russell ryan salvatore sam sami samir sammy
    samuel sander sandro sanjay saul scott sean sebastian sergei severin shane shaun sid sidney
    siegfried silas silvio simon soren spencer stan stanislav stanley stefan stefano steffen
    stephen steve steven stewart stig stuart sven sylvester szymon sören tadeusz tarek tariq ted
    teddy terence terry thaddeus theo theodor theodore thierry thilo thomas thorsten tiago tibor
    til tilo tim timo timothy timur titus tobi tobias toby todd tom tomas tomasz tommaso tommy
    tony tor torben torsten travis trevor tristan troy tyler udo ulf uli ulrich urs uwe vaclav
    vadim valentin veit vernon vic victor vijay vikram viktor viliam ville vince vincent vincenzo
    vivek vladimir volker waldemar walter walther wayne wendelin wenzel werner wesley wilbur
    wilfred wilfried wilhelm will willem willi william willie willy winfried winston wojciech
    wolfgang wolfram xaver xavier yannick yosef youssef yuri yusuf yves zac zach zack zbigniew
    zoltan zygmunt""".split()  # noqa: SIM905
)
THINGS = frozenset(
    """
    company inc ltd corp corporation university college school institute bank museum hotel
    hospital theatre theater airport station river lake mount mountain island street road avenue
    square park church cathedral castle palace tower bridge hall library press records studio
    studios band orchestra club team party council committee ministry department agency
    foundation society association union league cup award prize festival war battle treaty act
    film album song book novel project server app labs systems group airlines motors bakery cafe
    restaurant press gazette times journal magazine observatory telescope laboratory lab academy
    lyceum clinic office hall room cafe café factory farm mill mine port dock ship boat bus
    train line channel radio network software lenses optics trust charity fund centre center
    court county province region state city town village kingdom empire republic republics
    district valley hills forest bay sea ocean cape coast peninsula harbour harbor gallery
    garden gardens market house brewery bookshop shop stable stables garage pharmacy inn pub bar
    boatyard workshop supermarket nursery kindergarten united rovers wanderers choir ensemble
    quartet ferry dairy vineyard winery consulting solutions technologies gmbh""".split()  # noqa: SIM905
)
NOT_NAMES = frozenset(
    """
    the a an this that these those it he she they we you i his her its their my our your in on
    at after before when while since until if although because then there here but and or so as
    for from with by to of not no yes january february march april may june july august
    september october november december monday tuesday wednesday thursday friday saturday sunday
    """.split()  # noqa: SIM905
)
